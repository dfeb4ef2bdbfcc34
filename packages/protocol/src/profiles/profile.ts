import type { EventName } from "../events/table.ts";
import type { HandlerType } from "../handlers/table.ts";

/** A tool as hooks see it, if its name or input differs. */
interface ToolView {
  readonly name: string;
  /** Input fields with another name: the tool's name → the name that hooks see. */
  readonly fields: Readonly<Record<string, string>>;
  /** Input fields that hooks do not see. */
  readonly hidden?: readonly string[];
}

/**
 * The answers to the questions on which hosts differ (section 12 of the contract). Code never checks
 * which profile it is, only what it says.
 */
export interface Profile {
  /** Recorded profiles carry the version of the host (Q2). */
  readonly name: string;

  // What exists.
  readonly events: "all" | readonly EventName[];
  /** The form of a matcher group: with a list of hooks, or with one command next to the matcher. */
  readonly groupForm: "list-of-hooks" | "flat";
  readonly matcher: "names-or-expression" | "expression";
  /** Events on which a group must have a matcher (V7). */
  readonly matcherNeededOn: readonly EventName[];
  /** All values of an event; a matcher that matches none of them is an error (V7). */
  readonly matcherValues: Readonly<Partial<Record<EventName, readonly string[]>>>;
  /** How hooks see tools, by the tool's own name; the others are unchanged (V11). */
  readonly toolViews: Readonly<Record<string, ToolView>>;
  readonly order: "parallel" | "one-lane";
  readonly mergesDuplicates: boolean;

  // How hooks run.
  /** The limit of a handler without `timeout`: the default of its type, or none. */
  readonly limits: "of-each-type" | "none";
  /** Limits by event, for handlers without `timeout`. */
  readonly eventLimits: Readonly<Partial<Record<EventName, number>>>;
  readonly commandForm: "shell" | "words";
  /** Where a hook's process starts: where the agent is now, or where the session started. */
  readonly hookDirectory: "current" | "session-start";
  /** What runs commands on Linux and macOS: bash where there is one, or always `/bin/sh`. */
  readonly commandShell: "bash" | "/bin/sh";
  /** Types of hooks that are skipped on an event. */
  readonly typesSkippedOn: Readonly<Partial<Record<EventName, readonly HandlerType[]>>>;
  /** Events on which hooks of a driver (`initialize`) are not called. */
  readonly driverHooksSkippedOn: readonly EventName[];
  /** Whether the `timeout` of a hook applies in the background; without it the run ends with the session. */
  readonly backgroundLimit: "timeout" | "none";
  readonly asyncRewakeHeadless: "background" | "synchronous";

  // How an answer is read.
  /** Events on which stdout can be a JSON answer; on others it is text. */
  readonly readsJsonOn: "every-event" | readonly EventName[];
  readonly jsonWithFailingExit: "ignored" | "honoured" | "read-whatever-the-exit";
  readonly exitTwoBlocks: boolean;
  readonly invalidJson: "plain-text" | "failure";
  readonly severalJsonLines: "plain-text" | "failure";
  readonly decisionWords: readonly ("approve" | "block" | "allow" | "deny")[];
  readonly defer: "not-a-word" | "ends-the-run";
  readonly outputBeforeTimeout: "complete-deny-counts" | "dropped";
  readonly promptNotOk: "blocks" | "ends-the-turn";
  readonly promptDecisionAnswer: "accepted" | "wrong-shape";
  readonly callbackPastLimit: "non-blocking" | "blocks";
  /** Types of hooks that `onFailure: "block"` makes refuse (H8). */
  readonly onFailureCountsFor: "every-type" | readonly HandlerType[];
  readonly plainStdoutToModel: readonly EventName[];
  readonly stopReasonReaches: "user" | "model-later";
  readonly backgroundMessageReaches: "user" | "model-later";
  /** Which texts for the model are cut at 10,000 characters. */
  readonly cutsLongText: "all" | "stdout-and-context" | "none";

  /** What a hook printed with `suppressOutput`: hidden from the verbose view, or not kept anywhere. */
  readonly suppressedOutput: "logged" | "dropped";

  // What answers do.
  readonly stopCountsOn: "every-event" | readonly EventName[];
  /**
   * What a stop ends: the turn, normally; or the whole run, which fails with the reason without running the
   * remaining calls of the same answer (V2).
   */
  readonly stopEnds: "turn" | "run";
  /**
   * The tool calls of one answer: each with its hooks, in parallel where the tools allow it; or one after
   * another, and hooks run in the same order when all have ended and their results are recorded (V2).
   */
  readonly callsOfAnswer: "each-with-its-hooks" | "all-before-hooks";
  /** Where hooks' context after a tool call goes: into its result, or into a separate user message (V3). */
  readonly contextAfterTool: "in-result" | "own-message";
  /** What `continue: false` before a tool does to the call itself. */
  readonly stopBeforeTool: "tool-does-not-run" | "tool-runs-first";
  /** Events that can be blocked and refused in this profile but not in every one. */
  readonly alsoBlockable: readonly EventName[];
  /** Events on which `decision` also counts, although by the contract only the exit code does (E18). */
  readonly decisionAlsoCountsOn: readonly EventName[];
  /** Events whose stdout is added, unchanged, to the instructions for the next step. */
  readonly stdoutInstructs: readonly EventName[];
  readonly noCustomInstructions: "" | null;
  /** How a conversation that is too long for the model is shortened in the request for its summary. */
  readonly longSummaryRequest: "trimmed" | "without-oldest-turn";
  readonly permissionRequestHeadless: "not-fired" | "fired";
  /** The kinds of Notification that are fired where no user is at a terminal. */
  readonly notificationsHeadless: "all" | readonly string[];
  /** What happens to the `additionalContext` of a Notification hook. */
  readonly notificationContext: "next-request" | "no-effect";
  /** What plan mode does with a call that changes something: refuse it, or ask, first with PermissionRequest. */
  readonly planModeChanges: "refused" | "asked";
  /** What happens to Read, Glob and Grep outside the project, if no rule allows them. */
  readonly readOutside: "allowed" | "asked";
  /** Which refusals of the host fire PermissionDenied. */
  readonly permissionDeniedFor: "every-refusal" | "auto-mode";
  /** Whether folders that are added without a terminal fire DirectoryAdded; if not, there is no `/add-dir` either. */
  readonly directoryAddedHeadless: "fired" | "not-fired";
  /** What is fired after a tool that the user interrupted. */
  readonly interruptedTool: "failure-event" | "no-event";
  /** Events on which exit code 2 has no effect. */
  readonly exitTwoIgnoredOn: readonly EventName[];

  // How a session behaves.
  /** Where SessionStart texts go: into blocks before the first prompt, or to the start of its text (V1). */
  readonly sessionStartText: "own-block" | "head-of-prompt";
  /** What happens to SessionStart texts after `/clear` (V1). */
  readonly clearedSessionStart: "added" | "logged";
  /** Values of `source` of SessionStart with which its input has no `model`. */
  readonly startWithoutModel: readonly string[];
  /** What `initialUserMessage` of SessionStart does where a user is at a terminal. */
  readonly initialMessageInteractive: "sent" | "no-effect";
  /** What is fired when the summary of a conversation is written, where a user is at a terminal. */
  readonly summaryInteractive: "no-event" | "subagent-stop";
  readonly resumedSessionStart: "added-again" | "not-added-again";
  readonly forkSource: "resume" | "fork";
  /** Where hooks on tool calls in the front matter of an agent apply besides in it. */
  readonly agentHooksReach: "agents-it-starts" | "that-agent";
  /** When a call of Agent with a name adds a teammate: always, or if a variable turns teams on. */
  readonly teams: "with-name" | "with-variable";
  /** How agents run that the main agent starts at a terminal: as the call asks, or always in the background. */
  readonly agentsAtTerminal: "as-asked" | "in-background";
  readonly skillHooksLive: "until-turn-end" | "until-session-end";
  /** When the hooks of a skill that a subagent calls begin to apply. */
  readonly skillHooksOfSubagent: "at-the-call" | "after-the-subagent";
  readonly changedSettings: "wait-for-review" | "apply";
  /** The answer that is selected at first when an interactive session asks whether a project is trusted. */
  readonly trustReview: "continue-without-trust" | "leave";
  /** Events without `hook_response` records. */
  readonly unrecordedEvents: readonly EventName[];
  readonly recordsModelHooks: boolean;
  readonly recordsCallbacks: boolean;
  /** Events on which a prompt or agent hook that cannot run there is recorded, as an error. */
  readonly recordsSkippedOn: readonly EventName[];
  readonly recordsWithoutFlag: "all" | readonly EventName[];
  readonly slashCommandOutput: "user" | "conversation";
  /** A prompt that calls a slash command that does not exist: an error, or text for the model. */
  readonly unknownSlashCommand: "error" | "sent";
  /** A prompt that arrives while tools run: its own turn later, or a part of the turn that runs. */
  readonly queuedPrompt: "own-turn" | "joins-the-turn";
  /** How a command in the text of a slash command runs: like a call of the tool Bash, or without any event. */
  readonly inlineCommand: "as-tool-call" | "without-hooks";
}
