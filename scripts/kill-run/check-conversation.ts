type Fields = Readonly<Record<string, unknown>>;

/** What a provider would refuse about the messages of a request. */
export function conversationProblems(messages: readonly Fields[]): readonly string[] {
  const problems: string[] = [];
  if (messages[0]?.["role"] !== "user") problems.push("the first message is not the user's");
  if (messages.at(-1)?.["role"] !== "user") problems.push("the last message is not the user's");
  for (const [index, message] of messages.entries()) {
    if (message["role"] === messages[index - 1]?.["role"])
      problems.push(`messages ${index} and ${index + 1} are both of ${message["role"]}`);
    const blocks = blocksOf(message);
    if (blocks.length === 0) problems.push(`message ${index + 1} is empty`);
    const calls = idsOf(blocks, "tool_use", "id");
    const results = idsOf(blocksOf(messages[index + 1]), "tool_result", "tool_use_id");
    if (calls !== results)
      problems.push(`message ${index + 1} has the calls ${calls}, the next the results ${results}`);
  }
  return problems;
}

function blocksOf(message: Fields | undefined): readonly Fields[] {
  const content = message?.["content"];
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return Array.isArray(content) ? content : [];
}

const idsOf = (blocks: readonly Fields[], type: string, field: string): string =>
  blocks
    .filter((block) => block["type"] === type)
    .map((block) => String(block[field]))
    .sort()
    .join(", ");
