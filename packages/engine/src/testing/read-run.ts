import {
  type AnyHandler,
  type EventName,
  events,
  labelOf,
  type ProfileName,
  profiles,
} from "@snaphook/protocol";
import { fold } from "../fold/fold.ts";
import { interpret } from "../interpret/interpret.ts";
import type { HookEvent, JsonObject } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { OutcomeOf } from "../stages/outcome.ts";
import type { Message, Verdict } from "../stages/verdict.ts";
import { hookRun } from "./hook-run.ts";

/** How a run differs from a command that exits 0 and prints nothing. */
export interface RunExample {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  readonly end?: HookRun["end"];
  readonly answer?: unknown;
  readonly handler?: AnyHandler;
  readonly label?: string;
  readonly order?: number;
  /** Whether stdout is all there is; default: yes. */
  readonly complete?: boolean;
  /** The sequential group it belongs to. */
  readonly lane?: string;
}

/** An event with its example input. */
export const eventNamed = <Name extends EventName>(
  name: Name,
  input: JsonObject = {},
): HookEvent & { readonly name: Name } => ({
  name,
  definition: events[name],
  input: { ...events[name].example, ...input },
});

/** A run of any handler. */
export function runOf(example: RunExample): HookRun {
  const { handler, label, complete = true, lane, end, answer } = example;
  const run = hookRun({ ...example, label: label ?? (handler ? labelOf(handler) : "hook.sh") });
  const { planned, stdout } = run;
  const group = lane === undefined ? planned.hook.group : { key: lane, sequential: true };
  const hook = { ...planned.hook, group };
  return {
    ...run,
    planned: { ...planned, hook, handler: handler ?? planned.handler },
    end: end ?? run.end,
    stdout: { ...stdout, complete },
    answer,
  };
}

/** What one run means to a profile. */
export const verdictOf = (name: EventName, profile: ProfileName, example: RunExample): Verdict =>
  interpret(runOf(example), eventNamed(name), profiles[profile]);

/** The outcome of several runs, in plan order. */
export function outcomeOf<Name extends EventName>(
  name: Name,
  profile: ProfileName,
  ...runs: readonly RunExample[]
): OutcomeOf<Name> {
  const event = eventNamed(name);
  const verdicts = runs.map((example, order) =>
    interpret(runOf({ order, ...example }), event, profiles[profile]),
  );
  return fold(event, verdicts, [], profiles[profile]);
}

/** A printed answer with fields of the event's own. */
export const answer = (name: EventName, own: object, more: object = {}): string =>
  JSON.stringify({ ...more, hookSpecificOutput: { hookEventName: name, ...own } });

/** A printed PreToolUse answer. */
export const decide = (permissionDecision: string, own: object = {}, more: object = {}): string =>
  answer("PreToolUse", { permissionDecision, ...own }, more);

/** Audience, kind and text of each message. */
export const messageRows = (
  messages: readonly Message[],
): readonly (readonly [Message["audience"], Message["kind"], string])[] =>
  messages.map(({ audience, kind, text }) => [audience, kind, text]);
