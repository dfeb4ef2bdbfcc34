import type { ToolUseBlock } from "../conversation/message.ts";
import type { CallEnd } from "../effects/call-end.ts";
import type { Agent } from "./agent.ts";

/** Makes a call of the model. One that ends before its hooks has no other event: the user sees it by this one. */
export async function callOfModel(
  { emit }: Pick<Agent, "emit">,
  { id, name, input }: ToolUseBlock,
  make: () => CallEnd | Promise<CallEnd>,
): Promise<CallEnd> {
  const end = await make();
  if (end.isNotStarted) emit({ type: "tool-not-started", id, name, input, text: end.text });
  return end;
}
