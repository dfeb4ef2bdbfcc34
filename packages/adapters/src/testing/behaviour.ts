import type { CodeHooks, PermissionAnswer, ProfileName } from "@snaphook/engine";
import type { Ability } from "../core/limit.ts";

/** A tool call of the scripted model. */
export interface ScriptedCall {
  readonly name: "Bash" | "Write" | "Broken" | "Wait";
  readonly input: Readonly<Record<string, unknown>>;
}

/** One answer of the scripted model. */
export type ScriptedAnswer =
  | string
  | { readonly calls: readonly ScriptedCall[] }
  | { readonly fails: string };

/** What is played: a session with hooks, a user and a model, all scripted. */
export interface Play {
  readonly hooks?: CodeHooks;
  /** Settings of the project. Commands in them are real processes. */
  readonly projectSettings?: Readonly<Record<string, unknown>>;
  readonly trustProject?: boolean;
  readonly profile?: ProfileName;
  readonly prompts?: readonly string[];
  readonly model: readonly ScriptedAnswer[];
  /** What the user answers to every question of `ask`; undefined: no one can be asked. */
  readonly user?: boolean;
  /** What the user answers to every approval of the framework. */
  readonly approves?: boolean;
  readonly permission?: PermissionAnswer;
  readonly toolNames?: Readonly<Record<string, string>>;
  readonly maxContinuations?: number;
  /** When the application aborts: in a PreToolUse hook, or in the tool Wait. */
  readonly abortsIn?: "hook" | "tool";
  readonly streams?: true;
  /** The agent is a subagent of this type. */
  readonly subagent?: string;
}

/** What was seen of it. */
export interface Seen {
  /** The tools that ran, with their input: `Bash {"command":"ls"}`. */
  readonly ran: readonly string[];
  /** Everything that the model read with each request, as one text. */
  readonly modelRead: readonly string[];
  /** What the application got for each prompt. */
  readonly answers: readonly string[];
  readonly userRead: readonly string[];
  /** The events that were fired, with what matchers are tested against: `PreToolUse Bash`. */
  readonly events: readonly string[];
  /** What the application's call rejected with. */
  readonly error: unknown;
}

/** One row of the table. */
export interface Behaviour {
  readonly name: string;
  /** What the framework must be able to express; if it cannot, the user has to read that. */
  readonly needs?: Ability;
  readonly play: Play;
  readonly check: (seen: Seen) => void;
}

export const bash = (command: string): ScriptedCall => ({ name: "Bash", input: { command } });
export const call = (...calls: readonly ScriptedCall[]): ScriptedAnswer => ({ calls });
