import { describeError } from "./describe-error.ts";
import { events } from "./event-facts.ts";
import type { VariableEffects } from "./event-replies.ts";
import type { EventName, HookInput } from "./inputs.ts";
import { mergeReplies } from "./merge-replies.ts";
import type { Reply } from "./outputs.ts";
import { OtherEvent, readInput } from "./read-input.ts";
import { refusalIn, repliesOf } from "./replies.ts";
import { isChosen, type ToolChoice } from "./tools.ts";

/** The arguments of `defineHook`, without the types of its event. */
export interface Definition {
  readonly event: EventName;
  readonly tool: ToolChoice | undefined;
  readonly onError: "allow" | "refuse" | undefined;
  readonly callback: (context: never) => unknown;
}

/** What a hook's process does: what it prints on stdout and stderr, and its exit code. */
export interface Answer {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a hook needs from its process. */
export interface World extends VariableEffects {
  /** The hook's file, for advice. */
  readonly script: string;
}

/** The answer of a hook to an input. Never rejects: an error is an answer too. */
export async function answerTo(
  definition: Definition,
  text: string,
  { script, exportVariable }: World,
): Promise<Answer> {
  const { event, tool, callback, onError } = definition;
  let input: HookInput<EventName>;
  try {
    input = readInput(event, text, script);
  } catch (error) {
    const { message } = error as Error;
    // Without a stack: the mistake is not in the hook's code.
    if (!(error instanceof OtherEvent)) return failure(definition, message);
    return { exitCode: onError === "refuse" ? 2 : 1, stdout: "", stderr: `${message}\n` };
  }
  if ("tool_name" in input && !isChosen(tool, input.tool_name)) return silence;
  try {
    const context = { ...repliesOf(event, { exportVariable }), input };
    return answerOf(mergeReplies(event, repliesIn(event, await callback(context as never))));
  } catch (error) {
    return failure(definition, error);
  }
}

const silence: Answer = { exitCode: 0, stdout: "", stderr: "" };

/** A failed hook refuses if the event can be refused: a broken guard must not let everything through. */
export function failure({ event, onError }: Definition, error: unknown): Answer {
  const { refusable } = events[event];
  const message = `${event} hook failed: ${describeError(error)}`;
  const refuses = onError === undefined ? refusable === true : onError === "refuse";
  if (!refuses) return { exitCode: 1, stdout: "", stderr: `${message}\n` };
  return { ...answerOf(refusalIn(event, message)), exitCode: 2, stderr: `${message}\n` };
}

function answerOf({ output, blockText }: Reply): Answer {
  return {
    exitCode: blockText === undefined ? 0 : 2,
    stdout: output === undefined ? "" : `${JSON.stringify(output)}\n`,
    stderr: blockText === undefined ? "" : `${blockText}\n`,
  };
}

/** What a callback returned, as a list. Throws if something is not a reply to its event. */
function repliesIn(event: EventName, returned: unknown): readonly Reply[] {
  const list = Array.isArray(returned) ? returned : [returned];
  const replies = list.filter((one) => one !== undefined && one !== null);
  for (const reply of replies)
    if ((reply as Partial<Reply>).event !== event)
      throw new TypeError(
        `the hook returned ${JSON.stringify(reply) ?? typeof reply}, which is not a reply; return the result of ${Object.keys(repliesOf(event, { exportVariable() {} })).join("(), ")}()`,
      );
  return replies;
}
