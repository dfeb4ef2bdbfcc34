import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { ProcessRequest } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import type { ToolContext } from "../tool.ts";
import { commandEnvironment } from "./command-environment.ts";
import { findShell } from "./find-shell.ts";
import { shellScript } from "./shell-script.ts";

interface Files {
  readonly directoryFile?: string;
  readonly outputFile?: string;
}

interface Bounds {
  readonly limitMs: number | undefined;
  readonly signal: AbortSignal;
}

/** The process that runs a command of the model. */
export function shellRequest(
  command: string,
  context: ToolContext,
  files: Files,
  bounds: Bounds,
): ProcessRequest {
  const { program, options, isBash } = findShell();
  const environmentFiles = context.environmentFiles();
  const script = shellScript({ command, environmentFiles, isBash, ...files });
  return {
    program,
    args: [...options, "-c", script],
    cwd: context.cwd(),
    env: commandEnvironment(context.env, basename(context.sessionFolder)),
    stdin: "",
    ...bounds,
    marker: [`${brand.environmentPrefix}RUN`, randomUUID()],
    spillFolder: context.sessionFolder,
  };
}
