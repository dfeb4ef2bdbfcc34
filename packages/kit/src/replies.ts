import type { EventName } from "./inputs.ts";
import type { HookOutput, OwnOutputs, Reply } from "./outputs.ts";

/** Says something in the fields that all events share. */
const say = <Name extends EventName>(event: Name, output: HookOutput<Name>): Reply<Name> => ({
  event,
  output,
});

/** Says something in the fields of the event itself. */
export const sayOwn = <Name extends keyof OwnOutputs>(
  event: Name,
  fields: OwnOutputs[Name],
): Reply<Name> => {
  const hookSpecificOutput = { hookEventName: event, ...fields };
  return { event, output: { hookSpecificOutput } as unknown as HookOutput<Name> };
};

/** A host refuses an answer with a text that is none, and with it the refusal it stood for. */
export const textOf = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/** What a hook of every event can say. */
export interface CommonReplies<Name extends EventName> {
  /** No opinion: as if the hook were not there. Not the same as allowing. */
  pass(): Reply<Name>;
  /** Shows the user a warning. */
  warn(text: string): Reply<Name>;
  /** Ends the turn; the user sees the reason. */
  stop(reason: string): Reply<Name>;
  /** Keeps what the hook printed out of the verbose view. */
  quiet(): Reply<Name>;
}

export const common = <Name extends EventName>(event: Name): CommonReplies<Name> => ({
  pass: () => ({ event }),
  warn: (text) => say(event, { systemMessage: String(text) }),
  stop: (reason) => say(event, { continue: false, stopReason: textOf(reason) }),
  quiet: () => say(event, { suppressOutput: true }),
});

/** For the events whose hooks can tell the model something. */
export interface ContextReplies<Name extends EventName> {
  /** Tells the model something, marked as coming from a hook. */
  context(text: string): Reply<Name>;
}

type ContextEventName = {
  [Name in keyof OwnOutputs]: "additionalContext" extends keyof OwnOutputs[Name] ? Name : never;
}[keyof OwnOutputs];

export const context = <Name extends ContextEventName>(event: Name): ContextReplies<Name> => ({
  context: (text) => sayOwn(event, { additionalContext: String(text) } as OwnOutputs[Name]),
});

/** For the events whose hooks can keep something from happening. */
export interface BlockReplies<Name extends EventName> {
  /** Keeps it from happening, and says why. */
  block(reason: string): Reply<Name>;
}

/** A6: a block in words. */
export const blocked = <Name extends EventName>(event: Name, reason: string): Reply<Name> =>
  say(event, { decision: "block", reason: textOf(reason) });

/** E18: a block that only the exit code can say. */
export const blockedByExit = <Name extends EventName>(event: Name, text: string): Reply<Name> => ({
  event,
  blockText: String(text),
});
