import { expect, it } from "vitest";
import { play, specific } from "./testing/play.ts";

it("a verbatim prompt reaches the model as written: no files, no commands", async () => {
  const texts = ["see @a.txt", "/compact", "/exit", "/greet you"];
  const { newTexts, results } = await play({
    files: { "a.txt": "INSIDE", ".claude/commands/greet.md": "Say hello to $1" },
    trustProject: true,
    script: texts.map(() => ["done"]),
    prompts: texts.map((text) => ({ text, media: [], isVerbatim: true as const })),
  });
  expect(newTexts.map((list) => list.at(-1))).toEqual(texts);
  expect(JSON.stringify(newTexts)).not.toContain("INSIDE");
  expect(results.map(({ result }) => result)).toEqual(texts.map(() => "done"));
});

it("a prompt that is only added waits for the next one, which the model reads with it", async () => {
  const { newTexts, results, firedEvents } = await play({
    script: [["done"]],
    prompts: [{ text: "remember this", media: [], isAddedOnly: true }, "go"],
  });
  expect(newTexts).toHaveLength(1);
  expect(newTexts[0]?.slice(-2)).toEqual(["remember this", "go"]);
  expect(results.map(({ result, numTurns }) => [result, numTurns])).toEqual([
    ["", 0],
    ["done", 1],
  ]);
  expect(firedEvents.filter((event) => event === "UserPromptSubmit")).toHaveLength(2);
});

it("G1 the result names the call that a hook deferred", async () => {
  const input = { command: "touch made", description: "make it" };
  const { result } = await play({
    profile: "claude-code",
    script: [[{ tool: "Bash", input }]],
    answers: { PreToolUse: specific("PreToolUse", { permissionDecision: "defer" }) },
  });
  expect(result).toMatchObject({
    terminalReason: "tool_deferred",
    deferredCall: { id: expect.any(String), name: "Bash", input },
  });
});

it("a format for the previews of questions is reported as having no effect", async () => {
  const env = { PATH: process.env["PATH"], CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: "html" };
  const { events } = await play({ env });
  expect(JSON.stringify(events.filter(({ type }) => type === "notice"))).toContain(
    "CLAUDE_CODE_QUESTION_PREVIEW_FORMAT (toolConfig.askUserQuestion.previewFormat) has no effect",
  );
});
