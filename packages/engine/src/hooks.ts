import type { AnyHandler, EventName, ProfileName } from "@snaphook/protocol";
import type { HookStatus, Trustable } from "./admit/hook-status.ts";
import type { Toggles } from "./admit/toggles.ts";
import type { CodeHooks } from "./config/code-hooks.ts";
import type { PendingChange } from "./config/pending-change.ts";
import type { SettingsSources } from "./config/sources.ts";
import type { Explanation } from "./explain/explain.ts";
import type { BackgroundRun } from "./run/background.ts";
import type { Collaborators } from "./run/collaborators.ts";
import type { HookInput } from "./stages/hook-event.ts";
import type { HookRun } from "./stages/hook-run.ts";
import type { OutcomeOf } from "./stages/outcome.ts";
import type { HookRef, ScopeSettings, Snapshot } from "./stages/snapshot.ts";
import type { Message, Verdict } from "./stages/verdict.ts";
import type { ToolCallOptions, ToolCallResult } from "./tool/run-tool-call.ts";
import type { ToolCallRequest } from "./tool/tool-call.ts";
import type { TraceTarget } from "./trace/trace-sink.ts";
import type { TrustStore } from "./trust/trust-store.ts";

/** One run of a hook, for whoever follows it from start to end. */
interface RunProgress {
  readonly event: EventName;
  /** The value matchers are tested against: the tool, the source; none: the event has none. */
  readonly subject: string | undefined;
  readonly hook: HookRef;
  readonly handlerType: AnyHandler["type"];
  readonly runId: string;
}

/** What happens while hooks run, for a spinner or a log (P14, U3). */
export type Progress = RunProgress &
  (
    | { readonly type: "run-started"; readonly statusMessage: string | undefined }
    | {
        readonly type: "run-ended";
        readonly run: HookRun;
        readonly ending: Verdict["ending"];
        /** The outcome of its `hook_response` record. */
        readonly recorded: Verdict["recorded"];
      }
    /** The event would have run it, but its type cannot run there; told where the profile records that. */
    | { readonly type: "run-skipped"; readonly because: string }
    /** A background run ended; `wake` is what the model is to be woken with (P12). */
    | {
        readonly type: "background-ended";
        readonly run: HookRun;
        readonly recorded: Verdict["recorded"];
        readonly wake: string | undefined;
      }
  );

/** What tells a subagent from the main agent (E21). */
export interface ScopeOptions {
  /** Another conversation of the same session of hooks, as after `/clear`. */
  readonly sessionId?: string;
  readonly transcriptPath?: string;
  readonly agentId?: string;
  readonly agentType?: string;
  /** A function where it moves during the session. */
  readonly cwd?: string | (() => string);
  readonly permissionMode?: string | (() => string);
  /** What else the host tells with every event. */
  readonly fields?: () => HookInput;
  /** The agent's own conversation. Default: that of the session. */
  readonly conversation?: () => readonly unknown[];
  /** Hooks for this scope alone. */
  readonly hooks?: CodeHooks;
}

export interface FireOptions {
  readonly signal?: AbortSignal;
}

/** Hooks of one session, as one agent of it sees them. */
export interface Hooks {
  /** Where the session started. */
  readonly cwd: string;
  /** Name and version of the profile. */
  readonly profile: string;
  /** Tells the hooks of an event and answers with what they come to. */
  fire<Name extends EventName>(
    name: Name,
    input: HookInput,
    options?: FireOptions,
  ): Promise<OutcomeOf<Name>>;
  /** The same, stopped before anything runs: every configured hook, with a reason. */
  explain(name: EventName, input: HookInput): Promise<Explanation>;
  /** Runs a tool the way hooks want it: before, permission, after, failure; no case can be forgotten. */
  tool<Result>(
    call: ToolCallRequest,
    execute: (input: HookInput) => Promise<Result>,
    options?: ToolCallOptions<Result>,
  ): Promise<ToolCallResult<Result>>;
  /** The same hooks for a subagent: its identity in every input, its own hooks beside them. */
  scope(options: ScopeOptions): Hooks;
  /** Texts of background runs that have ended since this was last asked (P12). */
  takeLateMessages(): readonly Message[];
  /** Background runs that have not ended. */
  backgroundRuns(): readonly BackgroundRun[];
  /** Files whose assignments belong before every shell command, in plan order (P8). */
  environmentFiles(): readonly string[];
  /** Forgets them, as a conversation that starts anew does (P8). */
  clearEnvironmentFiles(): void;
  /** Hooks of a skill's front matter count while it is in use (C3). */
  useSkill(name: string): void;
  endSkill(name: string): void;
  /** Tells what happens while hooks run; the answer ends it. */
  on(listener: (progress: Progress) => void): () => void;
  /** What is configured and in force. */
  snapshot(): Snapshot;
  /** How every hook stands, whatever the event. */
  states(): Promise<readonly HookStatus[]>;
  /** Everything the project brings that needs trust, with how it stands (T1, T6). */
  trustable(): Promise<readonly Trustable[]>;
  /** Ids of everything in force. */
  present(): ReadonlySet<string>;
  /** Everything that settings files say beside hooks, where it counts: trusted, or the user's own (T6). */
  settings(): readonly ScopeSettings[];
  /** The variables that these settings set for the host itself and its commands (T6). */
  environment(): Readonly<Record<string, string>>;
  /** Settings files and the scripts of hooks: a host's own tools ask before they change one (T5). */
  guardedFiles(): Promise<readonly string[]>;
  /** Settings of the project that do not count, because nobody trusted them (T6). */
  heldSettings(): readonly ScopeSettings[];
  readonly trust: TrustStore;
  readonly toggles: Toggles;
  /** Looks for changed settings; the host fires ConfigChange and applies the change, or leaves it (C7). */
  checkForChanges(): Promise<PendingChange | undefined>;
  /** Calls back when settings may have changed; the answer ends the watch. */
  watch(onChange: () => void): Promise<() => Promise<void>>;
  /** Ends every run, with all its processes, and answers with the background runs it had to end (P13). */
  close(): Promise<readonly BackgroundRun[]>;
}

/** What a session of hooks is opened with. */
export interface HooksOptions extends SettingsSources, Partial<Collaborators> {
  readonly sessionId: string;
  readonly profile?: ProfileName;
  /** Hooks registered in code. */
  readonly hooks?: CodeHooks;
  /** Run what the project brings, this once, without a review (T2). Default: no. */
  readonly trustProject?: boolean;
  /** Where a record of every dispatch goes (P15). */
  readonly trace?: TraceTarget;
  /** The host's own variables. Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Variables the host took its model credentials from (P7). */
  readonly credentialVariables?: readonly string[];
  /** Private folder of the session. Default: a temporary one, removed on close. */
  readonly sessionFolder?: string;
  /** Nobody is there to be asked or woken. Default: no. */
  readonly headless?: boolean;
  readonly remote?: boolean;
  /** `CLAUDE_CODE_ENTRYPOINT`. Default: "embedded". */
  readonly entrypoint?: string;
  readonly transcriptPath?: string;
  readonly permissionMode?: string;
  /** The conversation so far, for hooks that read it. */
  readonly conversation?: () => readonly unknown[];
}
