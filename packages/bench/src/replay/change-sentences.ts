import type { ReplayReport } from "@snaphook/protocol";
import { replayedEvents } from "./recorded-event.ts";

type Change = ReplayReport["changes"][number];
type Kind = Change["kinds"][number];

/** What would happen to a call or a prompt, in the order in which it is told; `now`: it was different before. */
const words: Readonly<Record<Kind, (now: string) => string>> = {
  refused: (now) => `would ${now}be refused`,
  "no-longer-refused": () => "would no longer be refused",
  stopped: (now) => `would ${now}end the turn`,
  deferred: (now) => `would ${now}be deferred`,
  asked: (now) => `would ${now}need your approval`,
  allowed: (now) => `would ${now}be allowed by a hook`,
  undecided: () => "would no longer be decided by a hook",
  rewritten: (now) => `would ${now}be rewritten`,
  "no-longer-rewritten": () => "would no longer be rewritten",
};

/** Such as "3 of 412 calls would now be refused, 1 would now be rewritten". */
export function sentences(report: ReplayReport): readonly string[] {
  const { changes, replayed, compared, notCompared } = report;
  const hasBefore = compared.recorded + compared.current > 0;
  return Object.values(replayedEvents)
    .map((what) => ({ what, all: replayed[what] - notCompared[what] }))
    .filter(({ all }) => all > 0)
    .map(({ what, all }) => {
      const own = changes.filter(({ event }) => kindOf(event) === what);
      return own.length === 0 ? noChange(all, what, hasBefore) : counted(own, all, what);
    });
}

const kindOf = (event: string) => replayedEvents[event as keyof typeof replayedEvents];

function counted(changes: readonly Change[], all: number, what: string): string {
  const parts = (Object.keys(words) as Kind[]).flatMap((kind) => {
    const own = changes.filter(({ kinds }) => kinds.includes(kind));
    if (own.length === 0) return [];
    const now = own.every(({ comparedWith }) => comparedWith === "nothing") ? "" : "now ";
    return [{ count: own.length, text: words[kind](now) }];
  });
  return parts
    .map(({ count, text }, index) =>
      index === 0
        ? `${count} of ${all} ${all === 1 ? what.slice(0, -1) : what} ${text}`
        : `${count} ${text}`,
    )
    .join(", ");
}

function noChange(all: number, what: string, hasBefore: boolean): string {
  const these = all === 1 ? `1 ${what.slice(0, -1)}` : `${all} ${what}`;
  if (!hasBefore) return `no hook would decide anything about ${these}`;
  return `${all === 1 ? "the decision" : "the decisions"} about ${these} would be the same`;
}
