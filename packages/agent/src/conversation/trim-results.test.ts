import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConversationMessage } from "./message.ts";
import { conversationTokens, trimResults, withResults } from "./trim-results.ts";

/** A prompt, then one call and its result after another. */
const conversation = (contents: readonly string[]): readonly ConversationMessage[] => [
  { role: "user", content: [{ type: "text", text: "go" }] },
  ...contents.flatMap((content, index): readonly ConversationMessage[] => [
    {
      role: "assistant",
      content: [{ type: "tool_use", id: `t${index}`, name: "Bash", input: {} }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${index}`, content }] },
  ]),
];

const trimmed = (contents: readonly string[], target: number) => {
  const messages = conversation(contents);
  const results = trimResults(messages, target);
  return { results, after: withResults(messages, results) };
};

describe("a conversation that is too long", () => {
  it("loses its oldest results first, and no more of them than needed", () => {
    const contents = Array.from({ length: 10 }, () => "x".repeat(4000));
    const { results, after } = trimmed(contents, 6000);
    expect([...results.keys()]).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    expect(results.get("t0")).toBe(
      "[This result was removed, because the conversation became too long. Call the tool again if you need it]",
    );
    expect(conversationTokens(after)).toBeLessThanOrEqual(6000);
  });

  it("keeps both ends of the newest result, which the model has not read", () => {
    const { results } = trimmed(["old ".repeat(500), `first${"x".repeat(1e6)}last`], 2000);
    expect(results.get("t1")).toMatch(/^firstx+\n\[The middle is left out\. .*\]\nx+last$/);
  });

  it("loses the middle of long prompts and of long inputs of earlier calls if results are not enough", () => {
    const write = { file_path: "a.txt", content: `begin${"x".repeat(80_000)}end` };
    const messages: readonly ConversationMessage[] = [
      { role: "user", content: [{ type: "text", text: `first${"p".repeat(80_000)}last` }] },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "t0", name: "Write", input: write }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t0", content: "ok" }] },
      { role: "assistant", content: [{ type: "text", text: "done" }] },
      { role: "user", content: [{ type: "text", text: "the next prompt" }] },
    ];
    const results = trimResults(messages, 5000);
    const after = withResults(messages, results);
    expect(conversationTokens(after)).toBeLessThanOrEqual(5000);
    const text = JSON.stringify(after);
    expect(text).toMatch(/firstp+\\n\[The middle is left out\..*?\]\\np+last/);
    expect(text).toMatch(/"file_path":"a.txt","content":"beginx+\\n\[The middle.*?\]\\nx+end"/);
    expect(after.at(-1)).toEqual(messages.at(-1));
    // As when a session is resumed: the whole conversation is read, and what was recorded is applied.
    const recorded = new Map(
      Object.entries(JSON.parse(JSON.stringify(Object.fromEntries(results)))),
    );
    expect(withResults(messages, recorded as typeof results)).toEqual(after);
  });

  it("loses the images of a removed result, which count for what a service counts", () => {
    const source = { type: "base64", media_type: "image/png", data: "A".repeat(2e6) } as const;
    const image = { type: "image", source } as const;
    const messages = conversation(["shown", "x".repeat(8000), "x".repeat(8000)]).map(
      (message, index): ConversationMessage =>
        index === 2 && message.role === "user"
          ? { role: "user", content: [...message.content, image] }
          : message,
    );
    expect(conversationTokens(messages)).toBeLessThan(6000);
    const after = withResults(messages, trimResults(messages, 4500));
    expect(JSON.stringify(after)).not.toContain("AAAA");
    expect(JSON.stringify(after).match(/x{8000}/g)).toHaveLength(2);
  });

  it("loses what hooks said about a removed result, and nothing else", () => {
    const said = {
      type: "text",
      text: `<hook event="PostToolUse">\n${"h".repeat(8000)}\n</hook>`,
    } as const;
    const prompt = { type: "text", text: "a prompt after an interrupted turn" } as const;
    const messages = conversation(["ok", "ok", "ok"]).map(
      (message): ConversationMessage =>
        message.role === "user" && message.content.some(({ type }) => type === "tool_result")
          ? { role: "user", content: [...message.content, said, prompt] }
          : message,
    );
    const after = withResults(messages, trimResults(messages, 4000));
    const texts = after.flatMap(({ content }) =>
      [...content].flatMap((block) => (block.type === "text" ? [block] : [])),
    );
    expect(texts.filter(({ text }) => text === said.text)).toHaveLength(1);
    expect(texts.filter(({ text }) => text === prompt.text)).toHaveLength(3);
    expect(conversationTokens(after)).toBeLessThanOrEqual(4000);
  });

  it("names the file that has the whole of a result that was capped", () => {
    const note = "All 300000 characters are in /session/output-1.txt";
    const capped = `${"x".repeat(5000)}\n[The middle is left out. ${note}]\n${"x".repeat(5000)}`;
    expect(trimmed([capped, "x".repeat(9000)], 3000).results.get("t0")).toContain(`long. ${note}]`);
    expect(trimmed(["", capped], 600).results.get("t1")).toContain(`left out. ${note}]`);
  });

  it("of any shape ends below the target or has nothing left to shorten, and keeps calls and order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 12 }),
        fc.integer({ min: 100, max: 20_000 }),
        (lengths, target) => {
          const contents = lengths.map((length) => "y".repeat(length));
          const { results, after } = trimmed(contents, target);
          const before = conversation(contents);
          expect(after.map(({ role }) => role)).toEqual(before.map(({ role }) => role));
          if (conversationTokens(before) <= target) expect(results.size).toBe(0);
          const again = trimResults(after, target);
          if (conversationTokens(after) > target + 700) expect(again.size).toBe(0);
        },
      ),
    );
  });
});
