import type {
  FireInput,
  FireOptions,
  Hooks,
  Outcome,
  OutcomeOf,
  ToolCallOptions,
  ToolCallRequest,
  ToolCallResult,
} from "@snaphook/engine";
import type { Profile } from "@snaphook/protocol";
import { errorText } from "../error-text.ts";
import type { Tool, ToolInput } from "../tools/tool.ts";
import { type CallEnd, callEnd, isRefusal, reasonsForUser } from "./call-end.ts";
import { type StepOf, stepOf } from "./effects.ts";
import type { DispatchedEvent } from "./fired-events.ts";
import type { OutcomeReporter } from "./report-outcomes.ts";

/** The only way in which the agent fires hooks: fire, report, and answer with the step to take. */
export interface Dispatcher {
  dispatch<Name extends DispatchedEvent>(
    name: Name,
    input: FireInput<Name>,
    options?: FireOptions,
  ): Promise<StepOf<Name>>;
  /** One tool call with all its events. Never rejects: a call that cannot be decided is refused. */
  dispatchCall(
    tool: Tool,
    call: ToolCallRequest,
    run: (input: ToolInput) => Promise<unknown>,
    options: ToolCallOptions<unknown>,
  ): Promise<CallEnd>;
}

export interface DispatcherOptions {
  readonly hooks: () => Hooks;
  readonly profile: Pick<Profile, "contextAfterTool" | "callsOfAnswer">;
  /** The session's mark of texts of hooks. */
  readonly mark: string;
  readonly report: OutcomeReporter["report"];
  readonly warn: (text: string) => void;
  /** Where hooks are noted that nothing waits for. */
  readonly unwaited: Set<Promise<unknown>>;
}

export function createDispatcher({
  hooks,
  profile,
  mark,
  report,
  warn,
  unwaited,
}: DispatcherOptions): Dispatcher {
  /** E4: the user had answered before these hooks ended. One that was cancelled or failed has no answer. */
  const reportLateAnswer = (tool: Tool, outcome: OutcomeOf<"PermissionRequest">) => {
    report(withoutReasonsForUser(outcome));
    const failed = outcome.messages.filter(({ kind }) => kind === "failure");
    const answering = outcome.decidedBy.filter(
      ({ id }) => !failed.some(({ hook }) => hook.id === id),
    );
    for (const { label } of stepOf(outcome).do === "ask" ? [] : answering)
      warn(
        `${label}: the answer of this PermissionRequest hook has no effect, because the user had answered the question about ${tool.name} before`,
      );
  };
  const afterEnd = (tool: Tool) => (outcome: Promise<OutcomeOf<"PermissionRequest">>) => {
    const reported = outcome
      .then((ended) => reportLateAnswer(tool, ended))
      .finally(() => unwaited.delete(reported));
    unwaited.add(reported);
  };
  return {
    async dispatch(name, input, options) {
      const outcome = await hooks().fire(name, input, options);
      // G4: the caller says that a block had no effect; the user must not read that the agent continues.
      report(options?.overridesBlock === undefined ? outcome : withoutReasonsForUser(outcome));
      return stepOf(outcome);
    },
    async dispatchCall(tool, call, run, options) {
      const ended = await hooks()
        .tool(call, run, { ...options, onLateAnswer: afterEnd(tool) })
        .catch((error: unknown) => undecided(call, error));
      // The line about a refused call has the reasons, also those of a question that no one could answer.
      const inLine = reasonsForUser(
        ended,
        (step) => isRefusal(step) || (step === "ask" && options.ask === undefined),
      );
      for (const outcome of ended.outcomes)
        report(outcome, {
          callId: call.id,
          shownByCaller: ended.action === "refused" ? inLine : [],
        });
      for (const text of ended.action === "ran" ? ended.warnings : []) warn(text);
      if (options.beforeHooks && ended.action === "ran" && ended.updatedOutput !== undefined)
        warn(
          `updatedToolOutput of a PostToolUse hook has no effect: the result of ${tool.name} was recorded before the hook ran`,
        );
      return callEnd(tool, ended, profile, mark);
    },
  };
}

/** The outcome of a block that has no effect: the user reads why from the caller. */
const withoutReasonsForUser = <One extends Outcome>(outcome: One): One => ({
  ...outcome,
  messages: outcome.messages.filter(
    ({ audience, kind }) => !(audience === "user" && kind === "reason"),
  ),
});

/** A failure here is a bug in the host or its tools; the call has not run, and the turn continues. */
const undecided = (call: ToolCallRequest, error: unknown): ToolCallResult<unknown> => ({
  action: "refused",
  call,
  reasons: [`The call could not be decided: ${errorText(error)}`],
  outcomes: [],
  messages: [],
  turn: "continue",
});
