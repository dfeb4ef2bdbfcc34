import { resolve } from "node:path";
import { lintReport, printLint } from "@snaphook/bench";
import type { Diagnostic, Hooks } from "@snaphook/engine";
import { homeFolder, userConfigFolder } from "@snaphook/engine/internal";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { printJson, printReport } from "../print.ts";

export interface LintOptions extends SourceOptions {
  readonly strict?: boolean;
  readonly platform?: string;
  readonly json?: boolean;
}

/** `lint`: prints errors and warnings; exits with 1 if there is an error or, with --strict, a warning. */
export async function lint(folder: string | undefined, options: LintOptions): Promise<void> {
  const hooks = await loadHooks({ ...options, cwd: folder ?? options.cwd });
  const { platform } = options;
  const found = await agentProblems(hooks, resolve(folder ?? options.cwd));
  const report = await lintReport(hooks, {
    found,
    ...(platform === undefined ? {} : { platform }),
  });
  if (options.json) printJson(report);
  else printReport(printLint(report));
  const failing = report.diagnostics.some(({ level }) => level === "error" || options.strict);
  process.exitCode = failing ? 1 : 0;
}

/** The agent knows what an agent's file may say; it is loaded only if there can be one. */
async function agentProblems({ config }: Hooks, cwd: string): Promise<readonly Diagnostic[]> {
  const { files, plugins, diagnostics } = config.snapshot();
  const mayHaveAgents = files.some(({ scope, state }) => scope === "agent" && state !== "absent");
  if (!mayHaveAgents && plugins.length === 0) return [];
  const { lintAgents } = await import("@snaphook/agent");
  const configFolder = userConfigFolder(homeFolder(), process.env);
  const found = await lintAgents({ cwd, configFolder, plugins });
  const broken = diagnostics.filter(({ code }) => code === "not-yaml");
  return found.filter(({ place }) => !broken.some((one) => one.place.file === place.file));
}
