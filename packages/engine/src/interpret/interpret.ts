import {
  type AnswerAs,
  type AnswerForm,
  type AnswerForms,
  type AnyHandler,
  definitionOf,
  isBlockable,
  type Opinion,
  opinionIn,
  type Profile,
} from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { FailureKind, Message, Verdict } from "../stages/verdict.ts";
import { longOutputWarning, partOf } from "../text/long-output.ts";
import {
  type FailureFacts,
  failureMessages,
  message,
  refusalMessages,
  warningMessage,
} from "../text/message.ts";
import { textOr } from "../text/text-or.ts";
import { answerMessages, stderrMessages, stopMessages, textMessages } from "./messages.ts";
import { readCallback, readCheck } from "./read-code.ts";
import { readAgent, readPrompt } from "./read-model.ts";
import { readOutput, readResponse } from "./read-output.ts";
import { type Block, blockOnFailure, failure, failureBlocks, type Reading } from "./reading.ts";
import { repeatHint } from "./repeat-hint.ts";

type Reader<Form extends AnswerForm> = (
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  known: AnswerForms[Form],
) => Reading;

/** Every form of an answer. Each handler type names one of them. */
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
 * What one run means (A1-A6, H2-H8). Never throws: every run has a verdict.
 *
 * 1. The handler's type decides how the output is read.
 * 2. With `onFailure: "block"`, an answer with a part that has no effect is a failure.
 *    A failure becomes a block if the hook says so (H8).
 * 3. The event decides what the answer means; a block is combined with it.
 * 4. Every text gets its audience (section 9 of the contract).
 */
export function interpret(run: HookRun, event: HookEvent, profile: Profile): Verdict {
  const reading: Reading =
    run.end.how === "background"
      ? {}
      : strictly(
          readAs(definitionOf(run.planned.handler).answer, run, event, profile),
          run,
          event,
          profile,
        );
  const block = reading.block ?? blockOnFailure(run, event, profile, reading);
  const answered = opinionOf(reading, event, profile);
  const opinion = applyBlock(answered, block, run, event, profile);
  const stop = stopOf(reading);
  // P7: a withheld variable may be the reason for a failure.
  const about = reading.failure
    ? { notes: run.notes, repeat: repeatHint(run, event, profile) }
    : undefined;
  // The line about the refusal names the failure, unless that line is the reason in full.
  const isSaid =
    opinion.decision === "deny" &&
    answered.decision !== "deny" &&
    event.definition.blockReaches !== "user";
  const warnings = [
    ...(reading.warnings ?? []),
    ...outputWarnings(run, event, profile, reading, block),
  ];
  return {
    run: kept(run, reading, profile),
    ...endingOf(run, reading, opinion),
    opinion,
    stop,
    failure: reading.failure,
    warnings,
    messages: [
      ...warningMessages(run),
      ...outputMessages(run, event, profile, reading, { opinion, block }),
      ...stopTexts(run, event, profile, reading, stop),
      ...refusalTexts(run, event, { answered, opinion, block, about }),
      ...(reading.failure && !reading.block
        ? failureMessages(run.planned.hook, reading.failure.detail, about).filter(
            ({ audience }) => audience !== "user" || !isSaid,
          )
        : []),
      ...stderrMessages(run),
      ...warnings.map((text) => warningMessage(run.planned.hook, text)),
    ],
  };
}

/**
 * H8: in an answer of a guard, a decision under a wrong key or in a form that is not read must not be "no opinion".
 * An answer that refuses is a refusal, whatever else it says.
 */
function strictly(reading: Reading, run: HookRun, event: HookEvent, profile: Profile): Reading {
  const { output, warnings = [], refusesInText } = reading;
  if (warnings.length === 0 || !failureBlocks(run, event, profile)) return reading;
  if (!output && !refusesInText) return reading;
  if (output && opinionIn(profile, event.definition, output).decision === "deny") return reading;
  return { ...reading, ...failure("invalid-output", warnings.join("; ")), warnings: [] };
}

/** P11: output that was too long to be kept, unless a message about it says so. */
function outputWarnings(
  { stdout, stderr, end }: HookRun,
  { name }: HookEvent,
  profile: Profile,
  { failure: failed, text }: Reading,
  block: Block | undefined,
): readonly string[] {
  const toModel = [...profile.plainStdoutToModel, ...profile.stdoutInstructs].includes(name);
  const isAnswer = failed?.kind === "invalid-output" || end.how === "responded";
  const stdoutIsSaid = isAnswer || (toModel && text !== undefined);
  return [
    ...(stdout.complete || stdoutIsSaid ? [] : [longOutputWarning("stdout", stdout)]),
    ...(stderr.complete || block?.from === stderr ? [] : [longOutputWarning("stderr", stderr)]),
  ];
}

/** Section 12 of the contract: what a hook printed with `suppressOutput` may not be kept anywhere. */
function kept(run: HookRun, { output }: Reading, { suppressedOutput }: Profile): HookRun {
  if (output?.suppressOutput !== true || suppressedOutput === "logged") return run;
  const { file: _file, ...stdout } = run.stdout;
  const notes = [...run.notes, "stdout is not recorded, because the hook set suppressOutput"];
  return { ...run, stdout: { ...stdout, text: "" }, notes };
}

const warningMessages = ({ warnings = [], planned: { hook } }: HookRun): readonly Message[] =>
  warnings.map((text) => message(hook, "user", "warning", `${hook.label}: ${text}`));

/** The answer as an opinion; on some events plain text is the value of a field. */
function opinionOf(
  { output, text }: Reading,
  { definition }: HookEvent,
  profile: Profile,
): Opinion {
  if (output) return opinionIn(profile, definition, output);
  const { stdoutField } = definition;
  const supplies = stdoutField !== undefined && text !== undefined && text !== "";
  return supplies ? { decision: "none", fields: { [stdoutField]: text } } : { decision: "none" };
}

/**
 * A6: a block without a reason still blocks, with a default reason that names the
 * hook; on an event that cannot be blocked it has no effect. F2: a refusal drops a
 * rewrite.
 */
function applyBlock(
  answered: Opinion,
  block: Block | undefined,
  run: HookRun,
  event: HookEvent,
  profile: Profile,
): Opinion {
  if (answered.decision !== "deny" && !block) return answered;
  const { updatedInput: _ignored, ...kept } = answered;
  if (!isBlockable(event.definition, profile))
    return { ...kept, decision: "none", reason: undefined };
  return { ...kept, decision: "deny", reason: fullReason(run, answered, block) };
}

/** Section 12 of the contract: a JSON reason wins over the text of exit 2. */
function fullReason(run: HookRun, answered: Opinion, block: Block | undefined): string {
  const { label } = run.planned.hook;
  if (answered.decision === "deny" || !block) return textOr(answered.reason, `Refused by ${label}`);
  return block.labelled ? `[${label}]: ${block.words}` : block.words;
}

function stopOf({ output, block }: Reading): Verdict["stop"] {
  if (output?.continue === false) return { reason: textOr(output.stopReason, "Stopped by hook") };
  return block?.endsTurn ? { reason: block.words, byBlock: true } : undefined;
}

/** For a stop by a block, the block's reason is the text; if that goes to the user, the model gets it later. */
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

const cancellations: readonly FailureKind[] = ["timed-out", "cancelled", "gave-up"];

/** P16, U3. */
function endingOf(
  { end }: HookRun,
  { failure }: Reading,
  { decision }: Opinion,
): Pick<Verdict, "ending" | "recorded"> {
  const cancelled = failure !== undefined && cancellations.includes(failure.kind);
  const failed = failure !== undefined || (end.how === "exited" && end.code !== 0);
  if (cancelled)
    return { ending: decision === "deny" ? "blocking" : "cancelled", recorded: "cancelled" };
  const recorded = failed ? "error" : "success";
  if (decision === "deny") return { ending: "blocking", recorded };
  return { ending: failed ? "non-blocking-error" : "success", recorded };
}

function outputMessages(
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  { output, text }: Reading,
  { opinion, block }: { readonly opinion: Opinion; readonly block: Block | undefined },
): readonly Message[] {
  if (output) return answerMessages(run, event, profile, output, opinion);
  return text === undefined || block ? [] : textMessages(run, event, profile, text);
}

/** Section 9 of the contract: the text of a block; on an event that cannot be blocked, the user gets it. */
function refusalTexts(
  run: HookRun,
  { definition }: HookEvent,
  {
    answered,
    opinion,
    block,
    about,
  }: {
    readonly answered: Opinion;
    readonly opinion: Opinion;
    readonly block: Block | undefined;
    readonly about: FailureFacts | undefined;
  },
): readonly Message[] {
  const { hook } = run.planned;
  const words = answered.decision === "deny" ? answered.reason : (block?.forUser ?? block?.words);
  if (opinion.decision === "deny")
    return refusalMessages(hook, definition, {
      reason: opinion.reason ?? "",
      words: textOr(words, "no reason given"),
      ...(about && answered.decision !== "deny" && block?.forUser !== undefined ? { about } : {}),
      ...(answered.decision === "deny" || !block?.from ? {} : partOf(block.from)),
    });
  if (!block)
    return answered.decision === "deny"
      ? [message(hook, "user", "reason", fullReason(run, answered, block))]
      : [];
  const what = block.from === run.stderr ? "exit 2" : "a refusal";
  const noEffect = `${what} has no effect on ${definition.name}, which no hook can refuse`;
  return [message(hook, "user", "stderr", `[${hook.label}]: ${noEffect}: ${block.words}`)];
}
