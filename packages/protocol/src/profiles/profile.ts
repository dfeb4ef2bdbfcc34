import type { EventName } from "../events/table.ts";
import type { HandlerType } from "../handlers/table.ts";

/** A limit in milliseconds; `undefined`: none. */
type Limit = number | undefined;

/**
 * A table of answers to the questions on which hosts differ (SPEC 12). Code
 * never asks which profile it runs under, only what the profile says.
 */
export interface Profile {
  /** Recorded profiles carry the version of the host (Q2). */
  readonly name: string;

  // What there is.
  readonly events: "all" | readonly EventName[];
  readonly matcher: "names-or-expression" | "expression";
  readonly order: "parallel" | "one-lane";
  readonly mergesDuplicates: boolean;

  // How hooks run.
  readonly limits: Readonly<Record<HandlerType | "callback" | "function", Limit>>;
  /** Limits of events that differ from the handler's, where the handler sets none. */
  readonly eventLimits: Readonly<Partial<Record<EventName, number>>>;
  readonly commandForm: "shell" | "words";
  /** What `shell: "bash"` means on Linux. */
  readonly bashOnLinux: "bash" | "/bin/sh";
  /** Events on which http hooks are skipped. */
  readonly eventsWithoutHttp: readonly EventName[];
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
  readonly plainStdoutToModel: readonly EventName[];
  readonly stopReasonReaches: "user" | "model-later";
  readonly backgroundMessageReaches: "user" | "model-later";
  /** Which texts for the model are cut at 10,000 characters. */
  readonly cutsLongText: "all" | "stdout-and-context" | "none";

  // What answers do.
  readonly stopCountsOn: "every-event" | readonly EventName[];
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
  readonly resumedSessionStart: "added-again" | "not-added-again";
  readonly forkSource: "resume" | "fork";
  readonly skillHooksLive: "until-turn-end" | "until-session-end";
  readonly changedSettings: "wait-for-review" | "apply";
  /** Events without `hook_response` records. */
  readonly unrecordedEvents: readonly EventName[];
  readonly recordsModelHooks: boolean;
  readonly recordsWithoutFlag: "all" | readonly EventName[];
  readonly slashCommandOutput: "user" | "conversation";
}
