import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scriptedModel } from "./scripted-model.ts";

function script(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "script-test-")), "script.json");
  writeFileSync(file, text);
  return file;
}

describe("scriptedModel", () => {
  it("plays its turns in order, then says that it has no more", async () => {
    const model = await scriptedModel(
      script('[["hello", {"tool": "Bash", "input": {"command": "ls"}}]]'),
    );
    expect(await model.answer([])).toEqual({
      text: "hello",
      toolCalls: [{ id: "call_0_0", name: "Bash", input: { command: "ls" } }],
    });
    await expect(model.answer([])).rejects.toThrow(
      "the script has 1 turns, and turn 2 was asked for",
    );
  });

  it.each(["{", "{}", '["text"]', '[[{"tool": "Bash"}]]'])(
    "says what is wrong with %s",
    async (text) => {
      const file = script(text);
      await expect(scriptedModel(file)).rejects.toThrow(file);
    },
  );
});
