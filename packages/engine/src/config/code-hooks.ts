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
import type { ConfiguredHook, Diagnostic, Snapshot } from "../stages/snapshot.ts";
import { boundedTest } from "./bounded-test.ts";
import { checkCodeGroup, checkCodeHandler, placeInCode } from "./check-code-hooks.ts";
import { checkCodeShape } from "./check-code-shape.ts";
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

/** What code contributes. */
export interface ReadCode {
  readonly hooks: readonly ConfiguredHook[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Configures hooks registered in code; `prefix` keeps the ids of two scopes apart. */
export function readCodeHooks(code: CodeHooks, profile: Profile, prefix: string): ReadCode {
  checkCodeShape(code);
  const groupsByEvent: readonly [string, readonly CodeHookGroup[]][] = Object.entries(
    code as never,
  );
  const diagnostics: Diagnostic[] = [];
  const hooks = groupsByEvent.flatMap(([name, groups]) => {
    const event = name as EventName;
    return groups.flatMap((group, groupIndex) => {
      const key = `${prefix}:${event}[${groupIndex}]`;
      const matcher = compileMatcher(group.matcher, { style: profile.matcher, boundedTest });
      diagnostics.push(...checkCodeGroup(group, matcher, event, profile, key));
      return group.hooks.map((entry, index): ConfiguredHook => {
        const path = `${key}.hooks[${index}]`;
        const written = typeof entry === "function" ? callbackHandler(entry) : entry;
        const checked = checkCodeHandler(written, event, profile, path);
        const { handler } = checked;
        diagnostics.push(...checked.diagnostics);
        const { condition, problem, dormant } = conditionOf(
          handler,
          events[event],
          profile,
          matcher,
        );
        if (problem) diagnostics.push({ ...problem, place: placeInCode(`${path}.if`) });
        return {
          id: path,
          label: labelOf(handler),
          origin,
          event,
          matcher,
          handler,
          condition,
          group: { key, sequential: group.sequential ?? false },
          source: placeInCode(path),
          dormant,
        };
      });
    });
  });
  return { hooks, diagnostics };
}

/** The engine calls a callback with the input of the event it was registered for. */
const callbackHandler = (callback: HookCallback): CallbackHandler => ({
  type: "callback",
  callback: callback as CallbackHandler["callback"],
});

/** A snapshot with hooks from code after all others (C2). */
export function withCodeHooks(snapshot: Snapshot, { hooks, diagnostics }: ReadCode): Snapshot {
  if (hooks.length === 0) return snapshot;
  const all = [...snapshot.hooks, ...hooks];
  return Object.freeze({
    ...snapshot,
    hooks: Object.freeze(all),
    index: compileIndex(all),
    diagnostics: Object.freeze([...snapshot.diagnostics, ...diagnostics]),
  });
}
