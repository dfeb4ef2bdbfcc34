import {
  type AnyHandler,
  type CallbackHandler,
  type CodeHandler,
  type EventName,
  events,
  type HookInput,
  type HookOutput,
  labelOf,
  type Profile,
} from "@snaphook/protocol";
import { compileIndex } from "../match/event-index.ts";
import { compileMatcher } from "../match/matcher.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { boundedTest } from "./bounded-test.ts";
import { conditionOf } from "./read-condition.ts";

/** What a callback may return: an answer, `{ async: true }`, or nothing for no opinion (H6). */
type CallbackAnswer<Name extends EventName> =
  | HookOutput<Name>
  | { readonly async: true }
  | undefined;

/** H6: a hook as a function of the input of its event. */
export type HookCallback<Name extends EventName = EventName> = (
  input: HookInput<Name>,
  toolUseId: string | undefined,
  signal: AbortSignal,
  index: number,
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement has no opinion
) => CallbackAnswer<Name> | void | Promise<CallbackAnswer<Name> | void>;

/** A group of hooks registered in code; a bare function is a callback. */
export interface CodeHookGroup<Name extends EventName = EventName> {
  readonly matcher?: string;
  readonly sequential?: boolean;
  readonly hooks: readonly (CodeHandler | AnyHandler | HookCallback<Name>)[];
}

/** Hooks registered in code, by event (C1). */
export type CodeHooks = { readonly [Name in EventName]?: readonly CodeHookGroup<Name>[] };

const origin = { scope: "code", root: undefined, needsTrust: false, owner: undefined } as const;

/** Configures hooks registered in code; `prefix` keeps the ids of two scopes apart. */
export function readCodeHooks(
  code: CodeHooks,
  profile: Profile,
  prefix: string,
): readonly ConfiguredHook[] {
  const groupsByEvent: readonly [string, readonly CodeHookGroup[]][] = Object.entries(
    code as never,
  );
  return groupsByEvent.flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, sequential = false, hooks }, groupIndex) =>
      hooks.map((entry, index): ConfiguredHook => {
        const handler: AnyHandler = typeof entry === "function" ? callbackHandler(entry) : entry;
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

/** The engine calls a callback with the input of the event it was registered for. */
const callbackHandler = (callback: HookCallback): CallbackHandler => ({
  type: "callback",
  callback: callback as CallbackHandler["callback"],
});

/** A snapshot with hooks from code after all others (C2). */
export function withCodeHooks(snapshot: Snapshot, hooks: readonly ConfiguredHook[]): Snapshot {
  if (hooks.length === 0) return snapshot;
  const all = [...snapshot.hooks, ...hooks];
  return Object.freeze({ ...snapshot, hooks: Object.freeze(all), index: compileIndex(all) });
}
