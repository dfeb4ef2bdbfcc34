import type {
  AnyHandler,
  CommonInput,
  EventInput,
  EventName,
  ProfileName,
} from "@snaphook/protocol";
import type { HookStatus, Trustable } from "./admit/hook-status.ts";
import type { Toggles } from "./admit/toggles.ts";
import type { CodeHooks } from "./config/code-hooks.ts";
import type { PendingChange } from "./config/pending-change.ts";
import type { SettingsSources } from "./config/sources.ts";
import type { Explanation } from "./explain/explain.ts";
import type { InactiveReport } from "./inactive/inactive.ts";
import type { UsedCommand } from "./match/match.ts";
import type { BackgroundRun } from "./run/background.ts";
import type { Collaborators } from "./run/collaborators.ts";
import type { RunnerStatus } from "./run/runner/shared-runner.ts";
import type { JsonObject } from "./stages/hook-event.ts";
import type { HookRun } from "./stages/hook-run.ts";
import type { OutcomeOf } from "./stages/outcome.ts";
import type { ConfiguredHook, HookRef, ScopeSettings, Snapshot } from "./stages/snapshot.ts";
import type { Message, Verdict } from "./stages/verdict.ts";
import type { ToolCallOptions } from "./tool/call-tool.ts";
import type { DecideOptions } from "./tool/decide-tool-call.ts";
import type { RunOptions } from "./tool/run-tool-call.ts";
import type { ToolCallDecision, ToolCallRequest, ToolCallResult } from "./tool/tool-call.ts";
import type { TraceTarget } from "./trace/trace-sink.ts";
import type { TrustStore } from "./trust/trust-store.ts";
import type { KnownIds } from "./trust/trust-subject.ts";

/** What a session of hooks is opened with. */
export interface HooksOptions extends SettingsSources, Partial<Collaborators> {
  readonly sessionId: string;
  readonly profile?: ProfileName;
  /** The profile if neither the caller nor the user's settings choose one. Default: reference. */
  readonly defaultProfile?: ProfileName;
  /**
   * Whether a helper process starts the processes of hooks: in a large host that is much faster. `false`:
   * never; `true`: even if the host is small. Default: from 100 MB on, and for runs without a limit. `config.runner()` says what it does.
   */
  readonly runner?: boolean;
  /** Hooks registered in code. */
  readonly hooks?: CodeHooks;
  /**
   * The events that this host fires, which may depend on the profile and on the variables that settings set for the
   * host. Hooks on other events are reported as never run. Default: all events.
   */
  readonly fires?:
    | readonly EventName[]
    | ((profile: string, environment: Readonly<Record<string, string>>) => readonly EventName[]);
  /** Run the project's hooks without a review, in this session only (T2). Default: no. */
  readonly trustProject?: boolean;
  /** Where a record of every dispatch goes (P15). */
  readonly trace?: TraceTarget;
  /** The host's environment variables. Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Names of variables the host took its model credentials from (P7). */
  readonly credentialVariables?: readonly string[];
  /** Private folder of the session. Default: a temporary one, removed on close. */
  readonly sessionFolder?: string;
  /** No user is present to be asked or woken. Default: no. */
  readonly headless?: boolean;
  /** Whether a call that a hook defers is taken up again later. Default: yes. If not, `defer` is no opinion. */
  readonly canDefer?: boolean;
  readonly remote?: boolean;
  /** `CLAUDE_CODE_ENTRYPOINT`. Default: "embedded". */
  readonly entrypoint?: string;
  readonly transcriptPath?: string;
  readonly permissionMode?: string;
  /** The conversation so far, for hooks that read it. */
  readonly conversation?: () => readonly unknown[];
}

/** One run of a hook, the same from start to end. */
interface RunProgress {
  readonly event: EventName;
  /** The value that matchers are tested against: the tool, the source; `undefined`: the event has none. */
  readonly subject: string | undefined;
  readonly hook: HookRef;
  readonly handlerType: AnyHandler["type"];
  readonly runId: string;
  /** The call that the event is about, if the event names it. */
  readonly toolUseId?: string;
  /** The subagent in which the event happened; missing in the main agent. */
  readonly agent?: { readonly id: string; readonly type: string };
}

/** What happens while hooks run, for a spinner or a log (P14, U3). */
export type Progress = RunProgress &
  (
    | { readonly type: "run-started"; readonly statusMessage: string | undefined }
    /** What a command has printed so far; reported about once per second while there is more. */
    | { readonly type: "run-output"; readonly stdout: string; readonly stderr: string }
    | {
        readonly type: "run-ended";
        readonly run: HookRun;
        readonly ending: Verdict["ending"];
        /** The outcome of its `hook_response` record. */
        readonly recorded: Verdict["recorded"];
        /** The command that fires the event again, with the same fields; missing where a command cannot. */
        readonly repeat?: string;
      }
    /** The event selects the hook, but it does not run: it is not trusted, is turned off, or cannot run here. */
    | {
        readonly type: "run-skipped";
        readonly because: string;
        /** It refuses all the same: a trusted guard that has changed (T1). */
        readonly refuses: boolean;
        /** Whether the profile has a `hook_response` record of it. */
        readonly recorded: boolean;
      }
    /** A background run ended; `wake` is the text that wakes the model (P12). */
    | {
        readonly type: "background-ended";
        readonly run: HookRun;
        readonly recorded: Verdict["recorded"];
        readonly wake: string | undefined;
      }
  );

/** What distinguishes a subagent from the main agent (E21). */
export interface ScopeOptions {
  /** Another conversation in the same session of hooks, as after `/clear`. */
  readonly sessionId?: string;
  readonly transcriptPath?: string;
  readonly agentId?: string;
  readonly agentType?: string;
  /** The types of the agents that started this one: their hooks on tool calls may apply here too (C3). */
  readonly callerTypes?: readonly string[];
  /** A function where it changes during the session. */
  readonly cwd?: string | (() => string);
  readonly permissionMode?: string | (() => string);
  /** Fields the host adds to the input of every event. */
  readonly fields?: () => JsonObject;
  /** The agent's own conversation. Default: that of the session. */
  readonly conversation?: () => readonly unknown[];
  /** Hooks for this scope alone. */
  readonly hooks?: CodeHooks;
  /** The agent of an agent hook: prompt and agent hooks are left out, and the user sees which (E23). */
  readonly insideAgentHook?: boolean;
}

export interface FireOptions {
  readonly signal?: AbortSignal;
  /** Why the host will not follow a block of these hooks; the trace says so if there is one (G4). */
  readonly overridesBlock?: string | undefined;
  /** Asked when the hooks have ended: why the host no longer follows their decision, if it does not (E4). */
  readonly overrides?: () => string | undefined;
}

/**
 * The input to fire an event with: its own fields, and any others the host adds. Fields that a scope
 * fills in (`agent_id`, `agent_type`) may be omitted. A field that is any JSON object accepts any object type.
 */
export type FireInput<Name extends EventName> = OwnFields<
  Omit<EventInput<Name>, keyof CommonInput>
> &
  Partial<CommonInput> &
  JsonObject;

type OwnFields<Fields> = { readonly [Field in keyof Fields]: AnyObject<Fields[Field]> };

type AnyObject<Value> = unknown extends Value ? Value : JsonObject extends Value ? object : Value;

/** Hooks of one session, as one agent of it sees them. */
export interface Hooks {
  /** Where the session started. */
  readonly cwd: string;
  /** Name and version of the profile. */
  readonly profile: string;
  readonly config: HooksConfig;
  readonly trust: HooksTrust;
  /** Runs the hooks of an event and returns their outcome. */
  fire<Name extends EventName>(
    name: Name,
    input: FireInput<Name>,
    options?: FireOptions,
  ): Promise<OutcomeOf<Name>>;
  /** The same, stopped before anything runs: every configured hook, with a reason. */
  explain<Name extends EventName>(name: Name, input: FireInput<Name>): Promise<Explanation>;
  /** A tool call from start to end: PreToolUse, permission, the tool, PostToolUse or PostToolUseFailure. */
  tool<Result>(
    call: ToolCallRequest,
    execute: (input: JsonObject) => Promise<Result>,
    options?: ToolCallOptions<Result>,
  ): Promise<ToolCallResult<Result>>;
  /** The first half of `tool`: whether a call may run, and what to ask the user if they have to decide. */
  decide(call: ToolCallRequest, options?: DecideOptions): Promise<ToolCallDecision>;
  /** The second half: runs a decided call, with the user's answer if there was a question. */
  run<Result>(
    decision: ToolCallDecision,
    execute: (input: JsonObject) => Promise<Result>,
    options?: RunOptions<Result>,
  ): Promise<ToolCallResult<Result>>;
  /** The same hooks for a subagent: its identity in every input, its own hooks beside them. */
  scope(options: ScopeOptions): Hooks;
  /** Messages of background runs that have ended since the last call (P12). */
  takeLateMessages(): readonly Message[];
  /** Background runs that have not ended. */
  backgroundRuns(): readonly BackgroundRun[];
  /** Cancels every run that is not in the background. Resolves when the processes of all cancelled runs are gone (P10, P18). */
  cancelRuns(): Promise<void>;
  /** Calls the listener for everything that happens while hooks run; the returned function removes it. */
  on(listener: (progress: Progress) => void): () => void;
  /** Ends every run with all its processes, and returns the background runs it had to end (P13). */
  close(): Promise<readonly BackgroundRun[]>;
}

/** The configuration that is applied. */
export interface HooksConfig {
  /** Every hook, skipped entry and diagnostic, with file and line. */
  snapshot(): Snapshot;
  /** Every hook with whether it can run, whatever the event. */
  statuses(): Promise<readonly HookStatus[]>;
  /** The shell that runs the command of a hook; undefined: it needs none (P5). */
  shellOf(hook: ConfiguredHook): string | undefined;
  /** Everything that is configured and has no effect in this session, with a line to show to the user. */
  inactive(): Promise<InactiveReport>;
  /** A command of the product that looks at the same hooks, such as `lint`, in words for the user. */
  commandFor(words: string): string;
  /** Whether the host fires an event (`fires`). */
  isFired(event: EventName): boolean;
  /** On and off, per hook, for this user. */
  readonly toggles: Toggles;
  /** Other settings that are applied: the user's own, managed ones, and trusted ones of the project (T6). */
  settings(): readonly ScopeSettings[];
  /** Settings of the project that are ignored, because they are not trusted (T6). */
  untrustedSettings(): readonly ScopeSettings[];
  /** Variables that settings set for the host itself and its commands (T6). */
  environment(): Readonly<Record<string, string>>;
  /** Files that hooks wrote variables to, to be sourced before every shell command, in order (P8). */
  environmentFiles(): readonly string[];
  /** Deletes them, for example when a new conversation starts (P8). */
  clearEnvironmentFiles(): void;
  /**
   * Settings files, the scripts of hooks, and what the scripts of trusted hooks load by a literal path: a host's tools
   * ask before they change one (T5).
   */
  guardedFiles(): Promise<readonly string[]>;
  /** Of these: data that commands of trusted hooks hand to their scripts, such as a log. Hooks may write it. */
  guardedData(): Promise<readonly string[]>;
  /** Other programs that the scripts of trusted hooks start: a mode that accepts edits does not cover them (T12). */
  startedFiles(): Promise<readonly string[]>;
  /** Hooks in a skill's front matter apply while the skill is in use (C3). */
  useSkill(name: string): void;
  endSkill(name: string): void;
  /** The hooks in the front matter of a slash command apply from here on (C3). */
  useCommand(command: UsedCommand): void;
  /** Those of all commands and skills no longer apply. */
  endCommands(): void;
  /** What the helper process that starts hooks does now, or why it is off. */
  runner(): RunnerStatus;
  /** Looks for changed settings; the host fires ConfigChange and then applies the change, or does not (C7). */
  checkForChanges(): Promise<PendingChange | undefined>;
  /** Everything that was found to have changed and is not applied. */
  unapplied(): PendingChange | undefined;
  /** Calls back when settings may have changed; the returned function ends the watch. */
  watch(onChange: () => void): Promise<() => Promise<void>>;
}

/** What the user agreed to run (T1, T2, T9). */
export interface HooksTrust extends TrustStore {
  /** Everything in the project that needs trust, with its state (T1, T6). */
  list(): Promise<readonly Trustable[]>;
  /** Ids of everything configured now, which entries of the store are compared with. */
  knownIds(): KnownIds;
}
