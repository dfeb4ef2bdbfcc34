import {
  type AnyHandler,
  type CallbackHandler,
  type CodeHandler,
  type EventName,
  events,
  labelOf,
  type Profile,
} from "@snaphook/protocol";
import { compileIndex } from "../match/event-index.ts";
import { compileMatcher } from "../match/matcher.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { boundedTest } from "./bounded-test.ts";
import { conditionOf } from "./condition-of.ts";

/** A group of hooks registered in code; a bare function is a callback. */
export interface CodeHookGroup {
  readonly matcher?: string;
  readonly sequential?: boolean;
  readonly hooks: readonly (CodeHandler | AnyHandler | CallbackHandler["callback"])[];
}

/** Hooks registered in code, by event (C1). */
export type CodeHooks = Readonly<Partial<Record<EventName, readonly CodeHookGroup[]>>>;

const origin = { scope: "code", root: undefined, needsTrust: false, owner: undefined } as const;

/** Configures hooks registered in code; `prefix` keeps the ids of two scopes apart. */
export function readCodeHooks(
  code: CodeHooks,
  profile: Profile,
  prefix: string,
): readonly ConfiguredHook[] {
  return Object.entries(code).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, sequential = false, hooks }, groupIndex) =>
      hooks.map((entry, index): ConfiguredHook => {
        const handler: AnyHandler =
          typeof entry === "function" ? { type: "callback", callback: entry } : entry;
        const { condition, dormant } = conditionOf(handler, events[event as EventName], profile);
        const key = `${prefix}:${event}[${groupIndex}]`;
        return {
          id: `${key}.hooks[${index}]`,
          label: labelOf(handler),
          origin,
          event: event as EventName,
          matcher: compileMatcher(matcher, { style: profile.matcher, boundedTest }),
          handler,
          condition,
          group: { key, sequential },
          source: { file: "(code)", line: 1, column: 1, path: `${key}.hooks[${index}]` },
          dormant,
        };
      }),
    ),
  );
}

/** A snapshot with hooks of code behind all others (C2). */
export function withCodeHooks(snapshot: Snapshot, hooks: readonly ConfiguredHook[]): Snapshot {
  if (hooks.length === 0) return snapshot;
  const all = [...snapshot.hooks, ...hooks];
  return Object.freeze({ ...snapshot, hooks: Object.freeze(all), index: compileIndex(all) });
}
