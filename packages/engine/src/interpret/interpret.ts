import {
  type AnswerAs,
  type AnswerForm,
  type AnswerForms,
  type AnyHandler,
  definitionOf,
  isBlockable,
  type Opinion,
  type Profile,
} from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Message, Verdict } from "../stages/verdict.ts";
import { failureMessages, message, refusalMessages } from "../text/message.ts";
import { answerMessages, quietStderr, stopMessages, textMessages } from "./messages.ts";
import { readCallback, readCheck } from "./read-code.ts";
import { readAgent, readPrompt } from "./read-model.ts";
import { readOutput, readResponse } from "./read-output.ts";
import { type Block, type Reading, refusalByFailure } from "./reading.ts";

type Reader<Form extends AnswerForm> = (
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  known: AnswerForms[Form],
) => Reading;

/** Every form of an answer. The definition of a handler's type says which one is its own. */
const readers: { readonly [Form in AnswerForm]: Reader<Form> } = {
  output: readOutput,
  response: readResponse,
  prompt: readPrompt,
  agent: readAgent,
  returned: readCallback,
  check: readCheck,
};

const readAs = <Form extends AnswerForm>(
  { as, with: knownOf }: AnswerAs<AnyHandler, Form>,
  run: HookRun,
  event: HookEvent,
  profile: Profile,
): Reading => readers[as](run, event, profile, knownOf(run.planned.handler));

/**
 * What one run means (A1-A6, H2-H8). Total: every run has a verdict, whatever its bytes.
 *
 * 1. The handler's type says how to read what it said.
 * 2. A failure becomes a block where the hook asked for that (H8).
 * 3. The event says what an answer means, and a block is added to it.
 * 4. Every text gets its audience (section 9 of the contract).
 */
export function interpret(run: HookRun, event: HookEvent, profile: Profile): Verdict {
  const reading: Reading =
    run.end.how === "background"
      ? {}
      : readAs(definitionOf(run.planned.handler).answer, run, event, profile);
  const block = reading.block ?? refusalByFailure(run, event, profile, reading);
  const said = opinionOf(reading, event);
  const opinion = settle(said, block, run, event, profile);
  const stop = stopOf(reading);
  return {
    run,
    ...endingOf(run, reading, opinion),
    opinion,
    stop,
    failure: reading.failure,
    messages: [
      ...saidMessages(run, event, profile, reading, { opinion, block }),
      ...stopTexts(run, event, profile, reading, stop),
      ...refusalTexts(run, event, { said, opinion, block }),
      ...(reading.failure && !reading.block
        ? failureMessages(
            run.planned.hook,
            event.definition,
            withNotes(run, reading.failure.detail),
          )
        : []),
      ...quietStderr(run),
    ],
  };
}

/** P7: a variable that was withheld may be why a run failed. */
function withNotes({ notes }: HookRun, detail: string): string {
  const [first = "", ...rest] = detail.split("\n");
  const noted = notes.length === 0 ? first : `${first} (${notes.join("; ")})`;
  return [noted, ...rest].join("\n");
}

/** The answer in the words all events share; plain text is one where the event takes it for a field. */
function opinionOf({ output, text }: Reading, { definition }: HookEvent): Opinion {
  if (output) return definition.opinion(output);
  const { stdoutField } = definition;
  const supplies = stdoutField !== undefined && text !== undefined && text !== "";
  return supplies ? { decision: "none", fields: { [stdoutField]: text } } : { decision: "none" };
}

/**
 * A6: a block without a reason still blocks, with a phrase naming the hook; on
 * an event that cannot be blocked it is no opinion. F2: a refusal rewrites nothing.
 */
function settle(
  said: Opinion,
  block: Block | undefined,
  run: HookRun,
  event: HookEvent,
  profile: Profile,
): Opinion {
  if (said.decision !== "deny" && !block) return said;
  const { updatedInput: _ignored, ...kept } = said;
  if (!isBlockable(event.definition, profile))
    return { ...kept, decision: "none", reason: undefined };
  return { ...kept, decision: "deny", reason: fullReason(run, said, block) };
}

/** Section 12 of the contract: of a JSON reason and the words of exit 2, the JSON reason. */
function fullReason(run: HookRun, said: Opinion, block: Block | undefined): string {
  const { label } = run.planned.hook;
  if (said.decision === "deny" || !block) return said.reason || `Refused by ${label}`;
  return block.labelled ? `[${label}]: ${block.words}` : block.words;
}

function stopOf({ output, block }: Reading): Verdict["stop"] {
  if (output?.continue === false) return { reason: output.stopReason || "Stopped by hook" };
  return block?.endsTurn ? { reason: block.words, byBlock: true } : undefined;
}

/** A stop that comes of a block is told by the block's reason; to the model later, where that is for the user. */
function stopTexts(
  run: HookRun,
  { definition }: HookEvent,
  profile: Profile,
  { output }: Reading,
  stop: Verdict["stop"],
): readonly Message[] {
  if (!stop) return [];
  if (output) return stopMessages(run, profile, stop);
  if (definition.blockReaches !== "user") return [];
  return stopMessages(run, profile, stop).filter(({ audience }) => audience === "model");
}

/** P16, U3. */
function endingOf(
  { end }: HookRun,
  { failure }: Reading,
  { decision }: Opinion,
): Pick<Verdict, "ending" | "recorded"> {
  const cancelled = failure?.kind === "timed-out" || failure?.kind === "cancelled";
  const failed = failure !== undefined || (end.how === "exited" && end.code !== 0);
  if (cancelled)
    return { ending: decision === "deny" ? "blocking" : "cancelled", recorded: "cancelled" };
  const recorded = failed ? "error" : "success";
  if (decision === "deny") return { ending: "blocking", recorded };
  return { ending: failed ? "non-blocking-error" : "success", recorded };
}

function saidMessages(
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  { output, text }: Reading,
  { opinion, block }: { readonly opinion: Opinion; readonly block: Block | undefined },
): readonly Message[] {
  if (output) return answerMessages(run, event, profile, output, opinion);
  return text === undefined || block ? [] : textMessages(run, event, profile, text);
}

/** Section 9 of the contract: the text of a block; where nothing can be blocked, the user gets it. */
function refusalTexts(
  run: HookRun,
  { definition }: HookEvent,
  {
    said,
    opinion,
    block,
  }: { readonly said: Opinion; readonly opinion: Opinion; readonly block: Block | undefined },
): readonly Message[] {
  const { hook } = run.planned;
  const words = said.decision === "deny" ? said.reason : block?.words;
  if (opinion.decision === "deny")
    return refusalMessages(hook, definition, {
      reason: opinion.reason ?? "",
      words: words || "no reason given",
    });
  if (said.decision !== "deny" && !block) return [];
  return [message(hook, "user", block ? "stderr" : "reason", fullReason(run, said, block))];
}
