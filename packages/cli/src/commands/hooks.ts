import { hooksReport, printHooks } from "@snaphook/bench";
import type { ConfiguredHook } from "@snaphook/engine";
import { canBeSwitched, settingsProblem } from "@snaphook/engine/internal";
import { checkWritten } from "../check-written.ts";
import {
  loadHooks,
  reportFileProblem,
  reportLoadErrors,
  type SourceOptions,
} from "../load-hooks.ts";
import { isAtTerminal, printJson, printReport } from "../print.ts";
import { readTimeline } from "../read-timeline.ts";
import { refuseInsideAgent } from "../refuse-inside-agent.ts";
import { UsageError } from "../usage-error.ts";

interface ListOptions extends SourceOptions {
  readonly json?: boolean;
  readonly trace?: readonly string[];
  /** `--no-menu` makes it false. */
  readonly menu?: boolean;
}

/** `hooks`: a menu at a terminal; in a pipe, or if something is asked for that only the list has, the list. */
export async function hooksOrMenu(options: ListOptions): Promise<void> {
  const wantsList = options.json || options.trace || options.menu === false;
  if (wantsList || !isAtTerminal()) return listHooks(options);
  const hooks = await loadHooks(options);
  const problem = settingsProblem(hooks.config.snapshot());
  await hooks.close();
  if (problem !== undefined) throw new UsageError(problem);
  return (await import("./hooks-menu.ts")).hooksMenu(options);
}

/** `hooks list`: every hook by event, with its scope, id and state. */
export async function listHooks(options: ListOptions): Promise<void> {
  const timeline = options.trace && readTimeline(options.trace);
  const hooks = await loadHooks(options);
  reportLoadErrors(hooks);
  reportFileProblem(await hooks.trust.problem(), "nothing is trusted");
  reportFileProblem(await hooks.config.toggles.problem(), "no hook is disabled");
  const report = await hooksReport(hooks, timeline);
  if (options.json) printJson(report);
  else printReport(printHooks(report));
}

/** `hooks enable` and `hooks disable`: turns single hooks on and off; stored outside shared files. */
export async function switchHooks(
  ids: readonly string[],
  enabled: boolean,
  options: SourceOptions & { readonly json?: boolean },
): Promise<void> {
  refuseInsideAgent();
  const hooks = await loadHooks(options);
  const known = new Map(hooks.config.snapshot().hooks.map((hook) => [hook.id, hook]));
  for (const id of ids) {
    // A hook that is not configured here can still be in the list of disabled ones.
    const isListed = enabled && (await hooks.config.toggles.isDisabled(id));
    checkSwitch(id, known.get(id), isListed);
  }
  for (const id of ids) {
    checkWritten(await hooks.config.toggles.set(id, enabled));
    const fromFlag = known.get(id)?.origin.scope === "settings-flag";
    const where = fromFlag ? ", in every session that has it in --settings" : "";
    if (!options.json) printReport(`${id} is now ${enabled ? "enabled" : "disabled"}${where}`);
  }
  if (options.json) printJson(ids.map((id) => ({ id, enabled })));
}

function checkSwitch(id: string, hook: ConfiguredHook | undefined, isListed: boolean): void {
  if (hook === undefined && !isListed)
    throw new UsageError(
      `unknown hook ${id}; run hooks to list them, and if it comes from --settings or --plugin-dir, add the same flag here`,
    );
  if (hook !== undefined && !canBeSwitched(hook))
    throw new UsageError(`${id} is a managed hook: only ${hook.source.file} can disable it`);
}
