import type { EventName } from "../events/table.ts";
import type { HandlerType } from "../handlers/table.ts";

/** A tool as hooks are told of it, where that is not its own name and input. */
interface ToolView {
  readonly name: string;
  /** Fields of its input that have another name: the tool's name of it → the one hooks see. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * A table of answers to the questions on which hosts differ (section 12 of the contract). Code
 * never asks which profile it runs under, only what the profile says.
 */
export interface Profile {
  /** Recorded profiles carry the version of the host (Q2). */
  readonly name: string;

  // What there is.
  readonly events: "all" | readonly EventName[];
  /** The form of a matcher group: with a list of hooks, or with one command beside the matcher. */
  readonly groupForm: "list-of-hooks" | "flat";
  readonly matcher: "names-or-expression" | "expression";
  /** Events on which a group must have a matcher (V7). */
  readonly matcherNeededOn: readonly EventName[];
  /** The only values of an event that there are; a matcher for none of them is an error (V7). */
  readonly matcherValues: Readonly<Partial<Record<EventName, readonly string[]>>>;
  /** How hooks are told of tools, by the tool's own name; the others as they are (V11). */
  readonly toolViews: Readonly<Record<string, ToolView>>;
  readonly order: "parallel" | "one-lane";
  readonly mergesDuplicates: boolean;

  // How hooks run.
  /** The limit of a handler that sets none: that of its type, or none. */
  readonly limits: "of-each-type" | "none";
  /** Limits of events that differ from the handler's, where the handler sets none. */
  readonly eventLimits: Readonly<Partial<Record<EventName, number>>>;
  readonly commandForm: "shell" | "words";
  /** What `shell: "bash"` means on Linux. */
  readonly bashOnLinux: "bash" | "/bin/sh";
  /** Types of hooks that are skipped on an event. */
  readonly typesSkippedOn: Readonly<Partial<Record<EventName, readonly HandlerType[]>>>;
  readonly asyncRewakeHeadless: "background" | "synchronous";

  // How an answer is read.
  /** Events on which stdout can be a JSON answer; elsewhere it is text. */
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

  // What answers do.
  readonly stopCountsOn: "every-event" | readonly EventName[];
  /**
   * What a stop ends: the turn, which is then over in good order; or the whole run, which fails with the
   * reason, and the calls of the same answer that have not run do not (V2).
   */
  readonly stopEnds: "turn" | "run";
  /** The tool calls of one answer: those that may run beside each other do, or each after the other. */
  readonly callsOfAnswer: "together" | "one-by-one";
  /** Where context of hooks after a tool call stands: in its result, or in a user message of its own (V3). */
  readonly contextAfterTool: "in-result" | "own-message";
  /** What `continue: false` before a tool does to the call itself. */
  readonly stopBeforeTool: "tool-does-not-run" | "tool-runs-first";
  /** Events that can be blocked and refused here and not everywhere. */
  readonly alsoBlockable: readonly EventName[];
  /** Events whose stdout, as it is, is added to the instructions of what follows. */
  readonly stdoutInstructs: readonly EventName[];
  readonly noCustomInstructions: "" | null;
  readonly permissionRequestHeadless: "not-fired" | "fired";
  /** Events on which exit 2 does nothing. */
  readonly exitTwoIgnoredOn: readonly EventName[];

  // How a session behaves around them.
  /** Where texts of SessionStart stand: in blocks before the first prompt, or at the head of its text (V1). */
  readonly sessionStartText: "own-block" | "head-of-prompt";
  /** What becomes of texts of SessionStart after `/clear` (V1). */
  readonly clearedSessionStart: "added" | "logged";
  readonly resumedSessionStart: "added-again" | "not-added-again";
  readonly forkSource: "resume" | "fork";
  readonly skillHooksLive: "until-turn-end" | "until-session-end";
  readonly changedSettings: "wait-for-review" | "apply";
  /** Events without `hook_response` records. */
  readonly unrecordedEvents: readonly EventName[];
  readonly recordsModelHooks: boolean;
  /** Events on which a prompt or agent hook that cannot run there is recorded, as an error. */
  readonly recordsSkippedOn: readonly EventName[];
  readonly recordsWithoutFlag: "all" | readonly EventName[];
  readonly slashCommandOutput: "user" | "conversation";
}
