import { printTrust, projectErrors, type TrustRow } from "@snaphook/bench";
import type { Hooks, Trustable } from "@snaphook/engine";
import { brand } from "@snaphook/protocol";
import { checkWritten } from "../check-written.ts";
import {
  loadHooks,
  reportFileProblem,
  reportLoadErrors,
  type SourceOptions,
} from "../load-hooks.ts";
import { printJson, printReport } from "../print.ts";
import { refuseInsideAgent } from "../refuse-inside-agent.ts";
import { UsageError } from "../usage-error.ts";

export interface TrustOptions extends SourceOptions {
  readonly all?: boolean;
  readonly show?: boolean;
  readonly forget?: boolean;
  readonly json?: boolean;
}

/** `trust`: lists what needs trust, trusts what is named or, with --forget, takes trust back; --show changes nothing. */
export async function trust(ids: readonly string[], options: TrustOptions): Promise<void> {
  if (options.forget && !options.all && ids.length === 0)
    throw new UsageError("--forget needs ids from the list, or --all");
  if (options.forget && options.show)
    throw new UsageError("--show changes nothing; remove it to forget");
  const changes = !options.show && (options.all || ids.length > 0);
  if (changes) refuseInsideAgent();
  const hooks = await loadHooks({ ...options, trustProject: false });
  reportLoadErrors(hooks);
  reportFileProblem(await hooks.trust.problem(), "nothing is trusted");
  const chosen = choose(await hooks.trust.list(), ids);
  if (changes) await change(hooks, chosen, options);
  const left = (await hooks.trust.list()).filter(
    ({ subject }) => ids.length === 0 || ids.includes(subject.id),
  );
  const rows = await Promise.all(left.map((item) => rowOf(hooks, item)));
  const hasErrors = projectErrors(hooks).length > 0;
  if (changes && hasErrors) process.exitCode = 1;
  const show = options.show ?? false;
  if (options.json) printJson(rows);
  else printReport(printTrust(rows, { show, hasErrors }));
}

function choose(items: readonly Trustable[], ids: readonly string[]): readonly Trustable[] {
  const unknown = ids.find((id) => !items.some(({ subject }) => subject.id === id));
  if (unknown !== undefined)
    throw new UsageError(
      `nothing here that needs trust has the id ${unknown}; run trust to list the ids`,
    );
  return ids.length === 0 ? items : items.filter(({ subject }) => ids.includes(subject.id));
}

async function change(
  hooks: Hooks,
  chosen: readonly Trustable[],
  options: TrustOptions,
): Promise<void> {
  const of = (...states: readonly Trustable["answer"]["state"][]) =>
    chosen.filter(({ answer }) => states.includes(answer.state)).map(({ subject }) => subject);
  const there = of("trusted", "untrusted", "changed");
  const gone = of("gone");
  if (options.forget) {
    const ids = [...there, ...gone].map(({ id }) => id);
    if (ids.length > 0) checkWritten(await hooks.trust.distrust(ids));
    return;
  }
  // T1: a trusted hook that is gone is named until it is forgotten, which --all does not mean.
  const [missing] = gone;
  if (missing && !options.all)
    throw new UsageError(
      `${missing.id} is no longer configured, so it cannot be trusted; to forget it: ${brand.command} trust --forget ${missing.id}`,
    );
  if (there.length > 0)
    checkWritten(await hooks.trust.trust(there, { present: hooks.trust.knownIds() }));
}

async function rowOf(hooks: Hooks, { subject, label, answer }: Trustable): Promise<TrustRow> {
  return {
    id: subject.id,
    label,
    state: answer.state,
    place: subject.place,
    differences: answer.state === "changed" ? answer.differences : [],
    coverage: await hooks.trust.describe(subject),
  };
}
