import { setTimeout as delay } from "node:timers/promises";
import type { AssistantBlock, ConversationMessage } from "../../conversation/message.ts";
import { answerTool } from "../../model/hook-agent/structured-output.ts";
import { type Model, ModelError } from "../../model/model.ts";
import { noUsage } from "../../model/usage.ts";

/** A call that a model makes. */
export interface PlannedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What one agent does: the calls of each answer, then a text. It is a part of the agent's prompt. */
export interface Plan {
  /** A text ends a turn. */
  readonly steps: readonly (readonly PlannedCall[] | string)[];
  readonly answer?: string;
  /** How long each answer takes. */
  readonly delayMs?: number;
  /** The model fails instead of answering with a text. */
  readonly fails?: boolean;
}

/** A prompt that contains a plan. */
export const promptOf = (plan: Plan): string =>
  `PLAN:${Buffer.from(JSON.stringify(plan)).toString("base64")}:`;

/** A call that starts a subagent with a plan. */
export const startAgent = (plan: Plan, more: object = {}): PlannedCall => ({
  tool: "Agent",
  input: { prompt: promptOf(plan), description: "planned", ...more },
});

/**
 * A model for many agents at once: each request says in its conversation what to answer, so that the order of requests
 * does not matter.
 */
export function plannedModel(): Model {
  let calls = 0;
  return {
    id: "planned",
    async answer({ messages, purpose, signal }) {
      const { steps, answer = "done", delayMs = 0, fails = false } = planIn(messages);
      if (delayMs > 0) await delay(delayMs, undefined, { signal });
      signal.throwIfAborted();
      const step = steps[messages.filter(({ role }) => role === "assistant").length];
      if (!step && fails) throw new ModelError("the planned failure", "unknown");
      const last: AssistantBlock[] =
        purpose === "hook-agent"
          ? [{ type: "tool_use", id: `answer_${++calls}`, name: answerTool, input: { ok: true } }]
          : [{ type: "text", text: answer }];
      if (typeof step === "string") last.splice(0, 1, { type: "text", text: step });
      const content = Array.isArray(step)
        ? step.map(({ tool, input }): AssistantBlock => {
            calls += 1;
            return { type: "tool_use", id: `call_${calls}`, name: tool, input: { ...input } };
          })
        : last;
      const stopReason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
      return { id: `answer_${calls}`, model: "planned", content, stopReason, usage: noUsage };
    },
  };
}

function planIn(messages: readonly ConversationMessage[]): Plan {
  const texts = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === "text" ? [block.text] : [])),
  );
  const encoded = /PLAN:([A-Za-z0-9+/=]+):/.exec(texts.join("\n"))?.[1];
  if (encoded === undefined) return { steps: [] };
  return JSON.parse(Buffer.from(encoded, "base64").toString());
}
