import {
  type AssistantMessage,
  assistantMessage,
  type ContentBlock,
} from "../scripts/messages-api/message-stream.ts";
import type { AnswerInDetail, Block, Turn } from "./case.ts";
import { fill } from "./placeholders.ts";

/** A turn of a scenario in its detailed form. */
export const inDetail = (turn: Turn): AnswerInDetail =>
  "length" in turn ? { blocks: turn } : turn;

/** Fills in `{{TRANSCRIPT}}` and `{{AGENT_TRANSCRIPT}}`: the paths that the request contains, as in a hook's input. */
export function withTranscripts(turn: AnswerInDetail, request: string): AnswerInDetail {
  const pathOf = (key: string) =>
    new RegExp(String.raw`(?<!_)${key}[\\"]+:[\\" ]+([^"\\]+)`).exec(request)?.[1];
  const variables = {
    TRANSCRIPT: pathOf("transcript_path"),
    AGENT_TRANSCRIPT: pathOf("agent_transcript_path"),
  };
  return fill(turn, variables);
}

/** Turns a scenario's answer into a message. */
export function scenarioMessage(
  { blocks = [], inputTokens = 10 }: AnswerInDetail,
  model: unknown,
  newId: (prefix: string) => string,
): AssistantMessage {
  const content = blocks.map((block) => contentBlock(block, newId));
  return assistantMessage({ id: newId("msg"), content, model, inputTokens });
}

function contentBlock(block: Block, newId: (prefix: string) => string): ContentBlock {
  if (typeof block === "string") return { type: "text", text: block };
  return { type: "tool_use", id: newId("toolu"), name: block.tool, input: block.input };
}
