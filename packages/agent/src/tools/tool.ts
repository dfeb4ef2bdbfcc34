import type { Clock, Spawn } from "@snaphook/engine";
import type { Environment } from "../environment.ts";
import type { ToolDescription } from "../model/model.ts";

/** Validated input of a tool, as `tool_input` has it (E24). */
export type ToolInput = Readonly<Record<string, unknown>>;

/** What tools touch. One for the session; `cwd` moves with `cd`. */
export interface ToolContext {
  /** Where the agent is now. */
  cwd(): string;
  /** A command ended in another directory. */
  changeDirectory(directory: string): void;
  /** Where the session started. */
  readonly projectDirectory: string;
  readonly home: string;
  /** Private folder of the session, for output that is too long; its name is the session's id. */
  readonly sessionFolder: string;
  /** Variables of commands; without the host's model credentials. */
  readonly env: Environment;
  /** Files to source before every shell command, in order (P8). */
  environmentFiles(): readonly string[];
  readonly spawn: Spawn;
  readonly clock: Clock;
  /** Whether two calls are of one session: tools keep what they remember by it (files read, tasks). */
  readonly memory: Map<string, unknown>;
  /** Whether no rule forbids to read a file that a tool comes upon; left out: none does. */
  mayRead?(path: string): boolean;
  /** Asks the small model, for tools that condense (WebFetch). */
  ask?(prompt: string, signal: AbortSignal): Promise<string>;
}

/** What a call may do, for permissions (G1). */
export type Access =
  /** Looks and changes nothing: never asks. */
  | { readonly kind: "read"; readonly path?: string }
  /** Changes a file. */
  | { readonly kind: "edit"; readonly path: string }
  /** Runs a shell command; permissions read the command themselves. */
  | { readonly kind: "command"; readonly command: string }
  /** Reaches out. */
  | { readonly kind: "fetch"; readonly url: string }
  | { readonly kind: "other" };

type Parsed =
  | { readonly ok: true; readonly input: ToolInput }
  | { readonly ok: false; readonly problem: string };

/** Thrown by a tool that failed; the message is what the model and hooks get (E6). */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}

/**
 * A tool of the agent.
 *
 * 1. `parse`: the input as the model gave it becomes the validated one: defaults filled, texts made
 *    numbers, paths absolute; or a problem in words.
 * 2. `check`: the tool's own objection, before any event is fired (E17: text to edit not found).
 * 3. Hooks and permissions, which ask `access`.
 * 4. `run`: answers with the response as `tool_response` has it, or throws a `ToolFailure`.
 * 5. `text`: the response, or one that a hook put in its place, as the model reads it.
 */
export interface Tool extends ToolDescription {
  parse(input: unknown, context: ToolContext): Parsed;
  check?(input: ToolInput, context: ToolContext): Promise<string | undefined>;
  access(input: ToolInput): Access;
  /** Whether the call may run beside others. */
  concurrent(input: ToolInput): boolean;
  run(input: ToolInput, context: ToolContext, signal: AbortSignal): Promise<unknown>;
  text(response: unknown): string;
  /** What is wrong with a response that a hook wants in its place (A5). */
  validateOutput(output: unknown): string | undefined;
}
