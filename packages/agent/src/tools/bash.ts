import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProcess, systemClock } from "@snaphook/engine";
import { brand } from "@snaphook/protocol";

/** What a tool gives back: the text for the model. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

const limitMs = 120_000;

/** Runs a shell command and answers with what it printed. */
export async function bash(
  input: Readonly<Record<string, unknown>>,
  cwd: string,
): Promise<ToolResult> {
  const { command } = input;
  if (typeof command !== "string")
    return { text: "Bash needs a command (a string)", isError: true };
  const request = {
    program: "/bin/sh",
    args: ["-c", command],
    cwd,
    env: process.env,
    stdin: "",
    limitMs,
    signal: undefined,
    marker: [`${brand.environmentPrefix}RUN`, randomUUID()] as const,
    spillFolder: join(tmpdir(), `${brand.command}-output`),
  };
  const { end, stdout, stderr } = await runProcess(request, spawn, systemClock);
  const printed = [stdout.text, stderr.text].map((text) => text.trimEnd()).filter(Boolean);
  if (end.how === "exited" && end.code === 0) return { text: printed.join("\n"), isError: false };
  const how =
    end.how === "exited" ? `Exit code ${end.code}` : `The command did not finish: ${end.how}`;
  return { text: [how, ...printed].join("\n"), isError: true };
}
