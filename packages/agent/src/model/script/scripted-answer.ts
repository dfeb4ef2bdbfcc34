import type { AssistantBlock } from "../../conversation/message.ts";
import type { ModelAnswer, Purpose } from "../model.ts";
import { noUsage } from "../usage.ts";
import type { ScriptTurn } from "./script.ts";

interface Answering {
  /** The id of the model. */
  readonly id: string;
  readonly purpose: Purpose;
  readonly number: number;
}

/** The answer of a turn. Calls are numbered by turn, so that their ids differ across turns and processes. */
export function scriptedAnswer(
  { blocks, usage, stopReason }: ScriptTurn,
  { id, purpose, number }: Answering,
): ModelAnswer {
  const turn = purpose === "main" ? `${number}` : `${purpose}_${number}`;
  const content = blocks.map((block, index): AssistantBlock => {
    if (typeof block === "string") return { type: "text", text: block };
    const { tool: name, input } = block;
    return { type: "tool_use", id: block.id ?? `call_${turn}_${index}`, name, input };
  });
  return {
    id: `msg_${turn}`,
    model: id,
    content,
    stopReason:
      stopReason ?? (content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn"),
    usage: { ...noUsage, ...usage },
  };
}
