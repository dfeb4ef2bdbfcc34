import { lintReport, printLint } from "@snaphook/bench";
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
  const report = await lintReport(hooks, platform === undefined ? {} : { platform });
  if (options.json) printJson(report);
  else printReport(printLint(report));
  const failing = report.diagnostics.some(({ level }) => level === "error" || options.strict);
  process.exitCode = failing ? 1 : 0;
}
