import { facts, type Runner } from "../run-context.ts";
import { withLimit } from "../with-limit.ts";

/** What a model is to answer. */
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

/** H2: one question to the host's model; the conversation goes first at the end of a turn. */
export const runPrompt: Runner = ({ planned, event, stdin, signal, context }) => {
  const { handler, limitMs } = planned;
  if (handler.type !== "prompt") throw new Error(`not a prompt: ${handler.type}`);
  const { model } = context;
  if (!model)
    return Promise.resolve(
      facts({ how: "failed", cause: "the host has no model for prompt hooks" }),
    );
  const conversation = event.definition.outcome === "turn-end" ? context.conversation() : [];
  return withLimit(
    async (inner) => {
      const answer = await model.ask({
        model: handler.model,
        prompt: fill(handler.prompt, stdin.trimEnd()),
        conversation,
        schema: answerSchema,
        signal: inner,
      });
      return facts({ how: "answered" }, { answer: readObject(answer) });
    },
    { limitMs, signal, clock: context.clock },
  );
};

/** H3: a question to an agent of the host's that can look around. */
export const runAgent: Runner = ({ planned, stdin, signal, context }) => {
  const { handler, limitMs } = planned;
  if (handler.type !== "agent") throw new Error(`not an agent: ${handler.type}`);
  const { agent } = context;
  if (!agent)
    return Promise.resolve(
      facts({ how: "failed", cause: "the host has no agent for agent hooks" }),
    );
  return withLimit(
    async (inner) => {
      const answer = await agent.run({
        model: handler.model,
        prompt: fill(handler.prompt, stdin.trimEnd()),
        schema: answerSchema,
        signal: inner,
      });
      return facts({ how: "answered" }, { answer: readObject(answer) });
    },
    { limitMs, signal, clock: context.clock },
  );
};

/** H2: every `$ARGUMENTS` is the input; without one it is appended. */
const fill = (prompt: string, json: string): string =>
  prompt.includes("$ARGUMENTS")
    ? prompt.replaceAll("$ARGUMENTS", () => json)
    : `${prompt}\n\nARGUMENTS: ${json}`;

/** An object, or the object in a text: bare, in a fence, or continued after a given brace. */
function readObject(answer: unknown): unknown {
  if (typeof answer !== "string") return answer;
  const fenced = /```(?:json)?\s*\n([\s\S]*?)```/.exec(answer)?.[1];
  const text = (fenced ?? answer).trim();
  for (const candidate of [text, `{${text}`]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Perhaps the next reading is JSON.
    }
  }
  return answer;
}
