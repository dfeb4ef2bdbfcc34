import type { ConversationMessage } from "@snaphook/agent";
import { expect, it } from "vitest";
import { earlierEntries } from "./earlier-entries.ts";

const conversation: readonly ConversationMessage[] = [
  {
    role: "user",
    content: [
      { type: "text", text: '<hook event="SessionStart">for the model</hook>' },
      { type: "text", text: "go" },
    ],
  },
  {
    role: "assistant",
    content: [
      { type: "text", text: "I look." },
      { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } },
    ],
  },
  {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "t1", content: "x".repeat(9000), is_error: true },
    ],
  },
  { role: "assistant", content: [{ type: "text", text: "Done." }] },
];

it("an earlier conversation has its prompts, calls and answers, and not what is for the model alone", () => {
  expect(earlierEntries(conversation, new Map(), "/project")).toEqual([
    { kind: "prompt", text: "go" },
    { kind: "answer", markdown: "I look." },
    expect.objectContaining({
      kind: "tool",
      name: "Bash",
      subject: "ls",
      ran: true,
      isError: true,
    }),
    { kind: "answer", markdown: "Done." },
  ]);
});

it("of a long conversation the end is shown, and how much is not", () => {
  const entries = earlierEntries(
    Array.from({ length: 500 }, () => conversation).flat(),
    new Map(),
    "/project",
  );
  expect(entries).toHaveLength(13);
  expect(entries[0]).toMatchObject({ kind: "notice", text: expect.stringContaining("1988") });
});

it("of texts in messages of the user only what they typed is a prompt", () => {
  const messages: readonly ConversationMessage[] = [
    {
      role: "user",
      content: [
        { type: "text", text: "Standing instructions for this session." },
        { type: "text", text: "The commit command: look at the diff." },
      ],
    },
    { role: "user", content: [{ type: "text", text: "The user interrupted you here." }] },
  ];
  const typed = new Map([["The commit command: look at the diff.", "/commit"]]);
  expect(earlierEntries(messages, typed, "/project")).toEqual([
    { kind: "prompt", text: "/commit" },
  ]);
});
