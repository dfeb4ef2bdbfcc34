import { runHooksMenu } from "@snaphook/terminal";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { printReport } from "../print.ts";

/** `hooks` at a terminal: the same menu as `/hooks` in a session. Prints what was changed. */
export async function hooksMenu(options: SourceOptions): Promise<void> {
  const changes = await runHooksMenu({
    open: (profile) => loadHooks(profile === undefined ? options : { ...options, profile }),
    stdin: process.stdin,
    stdout: process.stdout,
  });
  process.stdin.unref();
  for (const text of changes) printReport(text);
}
