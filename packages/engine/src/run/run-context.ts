import type { Profile, WaysToRun, WayToRun } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { PlannedRun } from "../stages/run-plan.ts";
import type { Scope } from "../stages/snapshot.ts";
import type { BackgroundRuns } from "./background.ts";
import type { Clock } from "./clock.ts";
import type { EnvironmentFiles } from "./command/environment-files.ts";
import type { HttpPost } from "./http/post.ts";
import type { HookAgent, HookModel, McpCaller } from "./model/interfaces.ts";
import type { Prewarmed } from "./prewarm.ts";
import type { PartialOutput } from "./process/process-request.ts";
import type { StartProcess } from "./process/run-process.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** What all runs of a session share. */
export interface RunContext {
  readonly profile: Profile;
  readonly platform: string;
  /** The bash that runs commands; undefined: the system has none (P5). */
  readonly bash: string | undefined;
  readonly clock: Clock;
  readonly start: StartProcess;
  readonly post: HttpPost;
  readonly model: HookModel | undefined;
  readonly agent: HookAgent | undefined;
  readonly mcp: McpCaller | undefined;
  readonly background: BackgroundRuns;
  readonly prewarmed: Prewarmed;
  readonly environmentFiles: EnvironmentFiles;
  readonly sessionId: string;
  /** Identifies the session's processes in this host (P13). */
  readonly owner: symbol;
  /** Where the session started; never changes (P7). */
  readonly projectDirectory: string;
  /** Private to the session: spilled output, files for variables. */
  readonly sessionFolder: string;
  /** Where Python hooks keep bytecode: commands in the sandbox cannot write there. */
  readonly pythonCache: string;
  /** The host's own variables. */
  readonly environment: Variables;
  /** What settings add for hooks of a scope (T6). */
  settingsFor(scope: Scope): Variables;
  /** Variables withheld from hooks that are neither the user's nor managed (P7). */
  readonly credentialVariables: readonly string[];
  /** Lists of patterns; a URL must match every list, so that a user cannot widen a managed list (H4). */
  readonly allowedHttpUrls: readonly (readonly string[])[];
  /** There is no user to wake or ask. */
  readonly headless: boolean;
  readonly remote: boolean;
  readonly entrypoint: string;
  /** The conversation of the agent that fired the event, for hooks that read it; undefined: the host has none. */
  readonly conversation: (() => readonly unknown[]) | undefined;
}

/** The input of one run. */
export interface RunRequest {
  readonly planned: PlannedRun;
  readonly event: HookEvent;
  /** The input as one line of JSON and a newline. */
  readonly stdin: string;
  readonly signal: AbortSignal | undefined;
  /** Called with what a process has printed so far; undefined: no one listens. */
  readonly onOutput?: ((output: PartialOutput) => void) | undefined;
  readonly context: RunContext;
}

/** The result of a run, without its times. */
export type RunFacts = Pick<
  HookRun,
  "end" | "stdout" | "stderr" | "notes" | "warnings" | "answer" | "started"
>;

/** Runs a handler in one way; `target` is the part of the handler that it needs. */
export type RunHandler<Way extends WayToRun> = (
  request: RunRequest,
  target: WaysToRun[Way],
) => Promise<RunFacts>;

const empty = { text: "", bytes: 0, complete: true };

/** Facts of a run that printed nothing. */
export const facts = (end: HookRun["end"], more: Partial<RunFacts> = {}): RunFacts => ({
  end,
  stdout: empty,
  stderr: empty,
  notes: [],
  ...more,
});

/** The longest text that is kept in memory (P11). */
const maxLength = 1024 * 1024;

/** A text as if it had been printed; one that is too long is cut. */
export const printed = (text: string): HookRun["stdout"] => ({
  text: text.length > maxLength ? text.slice(0, maxLength) : text,
  bytes: Buffer.byteLength(text),
  complete: text.length <= maxLength,
});
