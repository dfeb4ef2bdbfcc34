import type { HookEvent } from "../../stages/hook-event.ts";
import { facts, type RunFacts, type RunHandler } from "../run-context.ts";
import { withLimit } from "../with-limit.ts";
import { readObject } from "./read-object.ts";

/** The schema of a model's answer. */
const answerSchema = {
  type: "object",
  properties: {
    ok: { type: "boolean" },
    reason: { type: "string" },
    impossible: { type: "boolean" },
  },
  required: ["ok"],
  additionalProperties: false,
};

/** H2: one question to the host's model; at the end of a turn the conversation comes first. */
export const runPrompt: RunHandler<"model"> = async (request, { prompt, model: named }) => {
  const { planned, event, stdin, signal, context } = request;
  const { limitMs } = planned;
  const { model } = context;
  if (!model) return facts({ how: "failed", cause: "the host has no model for prompt hooks" });
  const delays = lastDelay();
  const run = await withLimit(
    async (inner) => {
      const answer = await model.ask({
        model: named,
        prompt: fill(prompt, stdin.trimEnd()),
        conversation:
          event.definition.outcome === "turn-end" ? (context.conversation?.() ?? []) : [],
        schema: answerSchema,
        signal: inner,
        onDelay: delays.keep,
      });
      return facts({ how: "answered" }, { answer: readObject(answer) });
    },
    { limitMs, signal, clock: context.clock },
  );
  return delays.explain(run);
};

/** H3: a question to an agent of the host; in code the prompt may be a function of the conversation (H6). */
export const runAgent: RunHandler<"agent"> = async (request, { prompt, model }) => {
  const { planned, event, stdin, signal, context } = request;
  const { limitMs } = planned;
  const { agent } = context;
  if (!agent) return facts({ how: "failed", cause: "the host has no agent for agent hooks" });
  const delays = lastDelay();
  const run = await withLimit(
    async (inner) => {
      const text =
        typeof prompt === "string" ? prompt : await prompt(context.conversation?.() ?? []);
      const answer = await agent.run({
        model,
        prompt: fill(text, stdin.trimEnd()),
        transcriptPath: transcriptOf(event),
        schema: answerSchema,
        signal: inner,
        onDelay: delays.keep,
      });
      return facts({ how: "answered" }, { answer: readObject(answer) });
    },
    { limitMs, signal, clock: context.clock },
  );
  return delays.explain(run);
};

/** Keeps why an answer was late: a run that ends at its limit says it, one that ended otherwise does not need to. */
function lastDelay() {
  let reason: string | undefined;
  return {
    keep: (why: string) => {
      reason = why;
    },
    explain: (run: RunFacts): RunFacts =>
      run.end.how === "timedOut" && reason !== undefined
        ? { ...run, notes: [...run.notes, reason] }
        : run,
  };
}

/** H2: every `$ARGUMENTS` is the input; without one it is appended. */
const fill = (prompt: string, json: string): string =>
  prompt.includes("$ARGUMENTS")
    ? prompt.replaceAll("$ARGUMENTS", () => json)
    : `${prompt}\n\nARGUMENTS: ${json}`;

/** E21: a subagent has its own transcript, besides that of the main session. */
function transcriptOf({ input }: HookEvent): string | undefined {
  const path = input["agent_transcript_path"] ?? input["transcript_path"];
  return typeof path === "string" ? path : undefined;
}
