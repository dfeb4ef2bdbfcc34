import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConversationMessage, UserBlock } from "../conversation/message.ts";
import { repairConversation } from "./repair-conversation.ts";
import { assistantMessage, userMessage } from "./testing.ts";

const call = (id: string) => ({ type: "tool_use", id, name: "Bash", input: {} }) as const;
const result = (tool_use_id: string, content = "done") =>
  ({ type: "tool_result", tool_use_id, content }) as const;
const text = (words: string) => ({ type: "text", text: words }) as const;
const user = (...content: readonly UserBlock[]): ConversationMessage => ({ role: "user", content });
const unknownEnd = (id: string) => ({
  type: "tool_result",
  tool_use_id: id,
  content: expect.stringMatching(/session ended before/),
  is_error: true,
});

describe("a conversation that was broken off", () => {
  it("G9 calls without results get an error each", () => {
    expect(repairConversation([userMessage("go"), assistantMessage(call("a"), call("b"))])).toEqual(
      [
        userMessage("go"),
        assistantMessage(call("a"), call("b")),
        user(unknownEnd("a") as never, unknownEnd("b") as never),
      ],
    );
  });

  it("G9 a call without a result gets one beside those that are there", () => {
    const broken = [
      userMessage("go"),
      assistantMessage(call("a"), call("b")),
      user(result("b"), text("note")),
    ];
    expect(repairConversation(broken)).toEqual([
      ...broken.slice(0, 2),
      user(result("b"), unknownEnd("a") as never, text("note")),
    ]);
  });

  it("G9 the next prompt stays a separate message", () => {
    const broken = [userMessage("go"), assistantMessage(call("a")), userMessage("and now?")];
    expect(repairConversation(broken)).toEqual([
      userMessage("go"),
      assistantMessage(call("a")),
      user(unknownEnd("a") as never),
      userMessage("and now?"),
    ]);
  });

  it("G9 results in several messages are joined, before everything else", () => {
    const broken = [
      assistantMessage(call("a"), call("b")),
      user(result("a")),
      user(text("x"), result("b")),
    ];
    expect(repairConversation([userMessage("go"), ...broken]).slice(2)).toEqual([
      user(result("a"), result("b")),
      user(text("x")),
    ]);
  });

  it("G9 a result without its call is kept as text, and the first message is the user's", () => {
    const repaired = repairConversation([
      assistantMessage(text("hm")),
      user(result("gone", "precious")),
    ]);
    expect(repaired.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(JSON.stringify(repaired[2])).toContain("precious");
    expect(JSON.stringify(repaired)).not.toContain("tool_result");
  });
});

const id = fc.constantFrom("a", "b", "c");
const anyUser = fc
  .array(
    fc.oneof(
      id.map((one) => result(one)),
      fc.constant(text("words")),
    ),
    { minLength: 1 },
  )
  .map((content) => user(...content));
const anyAssistant = fc
  .tuple(fc.boolean(), fc.uniqueArray(id))
  .map(([spoke, ids]) =>
    assistantMessage(...(spoke || ids.length === 0 ? [text("so")] : []), ...ids.map(call)),
  );
const anyConversation = fc.array(fc.oneof(anyUser, anyAssistant), { maxLength: 12 });

describe("any conversation", () => {
  it("G9 is valid for a model after the repair, and a second repair changes nothing", () => {
    fc.assert(
      fc.property(anyConversation, (messages) => {
        const repaired = repairConversation(messages);
        expect(repaired[0]?.role ?? "user").toBe("user");
        for (const [at, message] of repaired.entries()) {
          expect(message.content.length).toBeGreaterThan(0);
          const before = repaired[at - 1];
          if (message.role === "user")
            expect(leading(message)).toEqual(
              before?.role === "assistant" ? callsOf(before).toSorted() : [],
            );
          else expect(callsOf(message).length > 0 && at === repaired.length - 1).toBe(false);
        }
        expect(repairConversation(repaired)).toEqual(repaired);
      }),
    );
  });

  it("G9 no text and no answer is lost, in their order", () => {
    const spoken = (messages: readonly ConversationMessage[]) =>
      messages
        .flatMap(({ role, content }) => [...content].map((block) => ({ role, block })))
        .filter(({ role, block }) => role === "assistant" || block === words);
    const words = text("words");
    fc.assert(
      fc.property(anyConversation, (messages) => {
        const own = messages.map((message) =>
          message.role === "user"
            ? user(...message.content.map((block) => (block.type === "text" ? words : block)))
            : message,
        );
        expect(spoken(repairConversation(own))).toEqual(spoken(own));
      }),
    );
  });
});

const callsOf = (message: ConversationMessage): readonly string[] =>
  [...message.content].flatMap((block) => (block.type === "tool_use" ? [block.id] : []));

/** Ids of the results, all of which stand in front. */
function leading({ content }: ConversationMessage): readonly string[] {
  const blocks = [...content];
  const rest = blocks.findIndex((block) => block.type !== "tool_result");
  const front = rest < 0 ? blocks : blocks.slice(0, rest);
  expect(blocks.slice(front.length).some((block) => block.type === "tool_result")).toBe(false);
  return front.flatMap((b) => (b.type === "tool_result" ? [b.tool_use_id] : [])).toSorted();
}
