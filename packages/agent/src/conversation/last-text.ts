import type { AssistantBlock } from "./message.ts";

/** E25: the last text block of an answer, not all joined. */
export const lastText = (content: readonly AssistantBlock[]): string =>
  content.findLast((block) => block.type === "text")?.text ?? "";
