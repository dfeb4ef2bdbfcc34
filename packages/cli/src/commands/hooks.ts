import { hooksReport, printHooks } from "@snaphook/bench";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { UsageError } from "../usage-error.ts";

/** `hooks`: every hook by event, with its scope, id and state. */
export async function listHooks(
  options: SourceOptions & { readonly json?: boolean },
): Promise<void> {
  const report = await hooksReport(await loadHooks(options));
  console.log(options.json ? JSON.stringify(report, null, 2) : printHooks(report));
}

/** `hooks enable` and `hooks disable`: the switch of single hooks, kept outside shared files. */
export async function switchHooks(
  ids: readonly string[],
  enabled: boolean,
  options: SourceOptions,
): Promise<void> {
  const hooks = await loadHooks(options);
  const known = new Set(hooks.snapshot().hooks.map((hook) => hook.id));
  for (const id of ids)
    if (!known.has(id)) throw new UsageError(`there is no hook ${id} here; hooks lists them`);
  for (const id of ids) {
    const written = await hooks.toggles.set(id, enabled);
    if (!written.ok)
      throw new UsageError(
        `${written.problem.file} is ${written.problem.found}; ${written.problem.advice}`,
      );
    console.log(`${id} is switched ${enabled ? "on" : "off"}`);
  }
}
