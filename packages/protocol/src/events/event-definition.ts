import type { Schema } from "../schema.ts";
import type { CommonOutput } from "./output.ts";

/**
 * What the answers of an event decide about, and so which union its outcome
 * is: a tool call is decided by PreToolUse.
 */
export type OutcomeKind = "tool-call";

/** From weakest to strongest (F1). "none" is no opinion, and no opinion is never "allow". */
export const decisions = ["none", "allow", "ask", "defer", "deny"] as const;
export type Decision = (typeof decisions)[number];

/** What one answer says, in the words all events share. */
export interface Opinion {
  readonly decision: Decision;
  readonly reason?: string | undefined;
  readonly additionalContext?: string | undefined;
  readonly updatedInput?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * An event is data: everything the engine and the bench know about it stands
 * in its one file, and nothing else asks for its name.
 */
export interface EventDefinition<
  Name extends string = string,
  Input = unknown,
  Output extends CommonOutput = CommonOutput,
  Kind extends OutcomeKind = OutcomeKind,
> {
  readonly name: Name;
  /** The rule that describes it. */
  readonly rule: string;
  /** When it happens, in one phrase. */
  readonly when: string;
  /** The input field a matcher is tested against; `undefined`: matchers are ignored (M6). */
  readonly matchesOn: string | undefined;
  /** Values of that field known beforehand, to tell a typing error from a new name. */
  readonly knownValues: readonly string[];
  readonly input: Schema<Input>;
  readonly output: Schema<Output>;
  readonly outcome: Kind;
  /** What a block does, in words. */
  readonly block: string;
  /** Whether a failing hook can be made to refuse (H8). */
  readonly refusable: boolean;
  /** Reads the event's own part of a checked answer (A5, A6). */
  opinion(output: Output): Opinion;
}

/** Keeps the literal types of a definition. */
export function defineEvent<
  const Name extends string,
  Input,
  Output extends CommonOutput,
  const Kind extends OutcomeKind,
>(
  definition: EventDefinition<Name, Input, Output, Kind>,
): EventDefinition<Name, Input, Output, Kind> {
  return definition;
}
