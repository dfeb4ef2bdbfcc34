import { events } from "@snaphook/protocol";
import { type AnswerParts, answerFor, type Fields } from "./answer-for.ts";
import type { RunReport } from "./run-report.ts";

/** What a hook would print and how it would exit. */
interface HookAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 2;
}

/**
 * An outcome as the answer of a single hook, so that a whole set of hooks can be one hook of another agent.
 *
 * Contract: every host refuses what the outcome refused, whether it reads the JSON, the exit code or both.
 * The JSON only has fields of the event's schema.
 */
export function answerAsHook(report: RunReport): HookAnswer {
  const answer = answerFor(report.outcome, report.input);
  if (answer.refusal === undefined)
    return { stdout: printed(jsonAnswer(report, answer)), stderr: "", exitCode: 0 };
  const { exitCodeOnly } = events[report.outcome.event];
  return {
    stdout: exitCodeOnly ? "" : printed(jsonAnswer(report, answer)),
    stderr: `${answer.refusal}\n`,
    exitCode: 2,
  };
}

function jsonAnswer(report: RunReport, { stop, block, fields }: AnswerParts): Fields {
  const { event } = report.outcome;
  const { exitCodeOnly, outputFields } = events[event];
  const systemMessage = userMessage(report);
  const always = {
    ...(stop === undefined ? {} : { continue: false, stopReason: stop }),
    ...(systemMessage === "" ? {} : { systemMessage }),
  };
  if (exitCodeOnly) return always;
  const known = Object.entries({ ...contextOf(report), ...fields }).filter(([name]) =>
    outputFields.includes(name),
  );
  return {
    ...always,
    ...(block === undefined ? {} : { decision: "block", reason: block }),
    ...(known.length === 0
      ? {}
      : { hookSpecificOutput: { hookEventName: event, ...Object.fromEntries(known) } }),
  };
}

function contextOf({ model }: RunReport): Fields {
  const texts = model
    .filter(({ kind }) => kind === "context" || kind === "stdout")
    .map(({ text }) => text);
  return texts.length === 0 ? {} : { additionalContext: texts.join("\n") };
}

/** What the user has to know: messages from hooks, failures, and hooks that did not run. */
function userMessage({ user, held }: RunReport): string {
  const texts = user
    .filter(({ kind }) => kind === "system-message" || kind === "warning" || kind === "failure")
    .map(({ text }) => text);
  const heldBack = held.map(({ label, because }) => `held back: ${label} (${because})`);
  return [...texts, ...heldBack].join("\n");
}

const printed = (answer: Fields): string =>
  Object.keys(answer).length === 0 ? "" : `${JSON.stringify(answer)}\n`;
