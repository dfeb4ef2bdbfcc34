import type { TraceRecord } from "@snaphook/protocol";
import { median } from "./median.ts";

/** What traces say about a hook. */
export interface TurnShare {
  readonly runs: number;
  readonly medianMs: number;
  /** Its part of the time of the turns in which it ran, from 0 to 1. */
  readonly share: number;
}

/** One turn: its length, and the time of each hook in it. */
interface Turn {
  readonly ms: number;
  readonly hooks: ReadonlyMap<string, readonly number[]>;
}

const endsTurn = new Set(["Stop", "StopFailure"]);
const outsideTurns = new Set(["SessionStart", "SessionEnd", "Setup"]);

/** The turns of every session, from the first event of a turn to the end of its last one. Pure. */
export function turnsIn(records: readonly TraceRecord[]): readonly Turn[] {
  const sessions = Map.groupBy(
    records.filter(({ event }) => !outsideTurns.has(event)),
    ({ session }) => session,
  );
  return [...sessions.values()].flatMap((session) => {
    const sorted = session.toSorted((left, right) => startOf(left) - startOf(right));
    const turns: TraceRecord[][] = [];
    let isOpen = false;
    for (const record of sorted) {
      if (!isOpen || record.event === "UserPromptSubmit") turns.push([]);
      turns.at(-1)?.push(record);
      // A Stop hook may send the agent back to work: the turn then continues.
      isOpen = !endsTurn.has(record.event) || record.outcome?.action === "continue";
    }
    return turns.map(turnOf);
  });
}

const startOf = ({ time }: TraceRecord): number => Date.parse(time);

function turnOf(records: readonly TraceRecord[]): Turn {
  const ends = records.map((record) => startOf(record) + record.durationMs);
  const runs = records.flatMap(({ ran }) => ran);
  const byHook = Map.groupBy(runs, ({ id }) => id);
  return {
    ms: Math.max(...ends) - Math.min(...records.map(startOf)),
    hooks: new Map([...byHook].map(([id, own]) => [id, own.map(({ durationMs }) => durationMs)])),
  };
}

/** How much of its turns each hook takes, by id. Pure. */
export function turnShares(turns: readonly Turn[]): ReadonlyMap<string, TurnShare> {
  const ids = new Set(turns.flatMap(({ hooks }) => [...hooks.keys()]));
  return new Map(
    [...ids].map((id) => {
      const own = turns.filter(({ hooks }) => hooks.has(id));
      const times = own.flatMap(({ hooks }) => hooks.get(id) ?? []);
      const total = own.reduce((sum, { ms }) => sum + ms, 0);
      const used = times.reduce((sum, ms) => sum + ms, 0);
      // A background run may take longer than its turn.
      const share = total === 0 ? 0 : Math.min(1, used / total);
      return [id, { runs: times.length, medianMs: median(times) ?? 0, share }];
    }),
  );
}
