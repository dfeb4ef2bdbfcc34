import type { Diagnostic } from "@snaphook/engine";
import type { ReplayReport } from "@snaphook/protocol";
import { changesBetween } from "./decision.ts";
import { countHooks, type HookCounter, type HookCounts } from "./hook-counts.ts";
import type { Configuration, KeyedHook } from "./load-configuration.ts";
import type { Fired } from "./open-copy.ts";
import { type Decision, isReplayed, type RecordedEvent, replayedEvents } from "./recorded-event.ts";
import { subjectOf } from "./subject-of.ts";

type Change = ReplayReport["changes"][number];

/** An event and its place among all events. */
export interface Item {
  readonly event: RecordedEvent;
  readonly index: number;
}

/** What an outcome is compared with. */
export interface Before {
  readonly from: Change["comparedWith"];
  readonly decision: Decision;
}

/** Collects what comes of events, in any order. */
export interface Tally {
  readonly counts: HookCounter;
  /** How many decisions are different so far. */
  changed(): number;
  add(item: Item, before: Before, fired: Fired): void;
  notReplayed(because: string): void;
  /** Keys of the hooks that are in the copies of the project. */
  copied(keys: ReadonlySet<string>): void;
  problem(problem: Diagnostic, index?: number): void;
  /** The parts of the report, in the order of the events. */
  report(): Pick<
    ReplayReport,
    | "replayed"
    | "compared"
    | "notCompared"
    | "notReplayed"
    | "changes"
    | "hooks"
    | "unguarded"
    | "diagnostics"
  >;
}

export function createTally({ hooks, problems }: Configuration): Tally {
  const counts = countHooks();
  let inCopies: ReadonlySet<string> | undefined;
  const replayed = { calls: 0, prompts: 0, questions: 0 };
  const notCompared = { calls: 0, prompts: 0, questions: 0 };
  const compared = { recorded: 0, current: 0, nothing: 0 };
  const reasons = new Map<string, number>();
  const changes: { readonly index: number; readonly change: Change }[] = [];
  const diagnostics = problems.map((diagnostic) => ({ index: -1, diagnostic }));
  const unguarded: { readonly index: number; readonly tool: string; readonly place: string }[] = [];
  const guards = new Set(hooks.flatMap(({ isGuard, key }) => (isGuard ? key : [])));
  const idle = new Set(
    hooks.flatMap(({ hook, because }) => (because === undefined ? [] : hook.id)),
  );
  const notReplayed = (because: string) =>
    void reasons.set(because, (reasons.get(because) ?? 0) + 1);
  return {
    counts,
    changed: () => changes.length,
    notReplayed,
    copied(keys) {
      inCopies = keys;
    },
    problem: (diagnostic, index = -1) => void diagnostics.push({ index, diagnostic }),
    add({ event, index }, { from, decision: before }, { decision: after, refusedBy, selected }) {
      const kind = replayedEvents[event.event];
      const { file, line, session, partialInput } = event;
      const tool = kind === "prompts" ? null : String(event.fields["tool_name"]);
      replayed[kind] += 1;
      for (const key of refusedBy) counts.refused(key);
      if (kind === "calls" && tool !== null && !selected.some((key) => guards.has(key)))
        unguarded.push({ index, tool, place: `${file}:${line}` });
      if (event.decidedBy?.some((id) => idle.has(id))) {
        notCompared[kind] += 1;
        return;
      }
      compared[from] += 1;
      const kinds = changesBetween(before, after, { comparesInput: !partialInput });
      if (kinds.length === 0) return;
      const what = { event: event.event, tool, subject: subjectOf(event.fields) };
      const where = { file, line, session };
      const change = { ...where, ...what, comparedWith: from, kinds: [...kinds], before, after };
      changes.push({ index, change: { ...change, partialInput } });
    },
    report: () => ({
      diagnostics: inOrder(diagnostics).map(({ diagnostic }) => diagnostic),
      replayed,
      compared,
      notCompared,
      notReplayed: [...reasons]
        .map(([because, count]) => ({ because, count }))
        .sort((left, right) => (left.because < right.because ? -1 : 1)),
      changes: inOrder(changes).map(({ change }) => change),
      hooks: hooks.map((hook) =>
        reportHook(hook, counts.of(hook.key), inCopies?.has(hook.key) === false),
      ),
      unguarded: [...Map.groupBy(inOrder(unguarded), ({ tool }) => tool)]
        .map(([tool, calls]) => ({ tool, calls: calls.length, example: calls[0]?.place ?? "" }))
        .sort((left, right) => right.calls - left.calls || (left.tool < right.tool ? -1 : 1)),
    }),
  };
}

const inOrder = <Entry extends { readonly index: number }>(entries: readonly Entry[]) =>
  entries.toSorted((left, right) => left.index - right.index);

function reportHook(
  keyed: KeyedHook,
  counts: HookCounts,
  isAbsent: boolean,
): ReplayReport["hooks"][number] {
  const { id, label, event, source } = keyed.hook;
  const { file, line } = source;
  return { id, label, event, file, line, ...stateOf(keyed, counts, isAbsent), ...counts };
}

function stateOf(
  { hook, because, needsTrust, sameAs }: KeyedHook,
  { runs }: HookCounts,
  isAbsent: boolean,
): Pick<ReplayReport["hooks"][number], "state" | "because"> {
  if (!isReplayed(hook.event))
    return { state: "other-event", because: `${hook.event} is not replayed` };
  if (because !== undefined) return { state: needsTrust ? "untrusted" : "left-out", because };
  if (runs > 0) return { state: "fired", because: "" };
  if (sameAs !== undefined)
    return { state: "left-out", because: `the same hook in ${sameAs} runs instead of it` };
  return isAbsent
    ? { state: "left-out", because: "it is not in the project, so it is not in the copy of it" }
    : { state: "never-fired", because: "no event selected it" };
}
