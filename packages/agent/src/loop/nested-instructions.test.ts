import { describe, expect, it } from "vitest";
import { play } from "./testing/play.ts";

const files = {
  "src/CLAUDE.md": "Rules of src",
  "src/a.ts": "content of a",
  "src/b.ts": "content of b",
};
const reading = (...names: readonly string[]) =>
  names.map((name) => ({ tool: "Read", input: { file_path: name } }));

describe("CLAUDE.md of a subfolder", () => {
  it("InstructionsLoaded fires when a file there is read, and the text follows the result, once", async () => {
    const { newTexts, hookInputs, cwd } = await play({
      files,
      script: [reading("src/a.ts", "src/b.ts"), reading("src/a.ts"), ["done"]],
    });
    const texts = newTexts[1] ?? [];
    expect(texts).toHaveLength(3);
    expect(texts[2]).toContain("Rules of src");
    const loaded = hookInputs.filter((one) => one["hook_event_name"] === "InstructionsLoaded");
    expect(loaded).toMatchObject([
      {
        file_path: `${cwd}/src/CLAUDE.md`,
        load_reason: "nested_traversal",
        trigger_file_path: `${cwd}/src/a.ts`,
      },
    ]);
  });

  it("nothing is loaded if the call was refused or failed", async () => {
    const { firedEvents } = await play({
      files,
      answers: { PreToolUse: { decision: "block", reason: "no" } },
      script: [reading("src/a.ts"), ["done"]],
    });
    const missing = await play({ files, script: [reading("src/none.ts"), ["done"]] });
    for (const fired of [firedEvents, missing.firedEvents])
      expect(fired).not.toContain("InstructionsLoaded");
  });

  it("G10 a stop of an InstructionsLoaded hook ends the turn", async () => {
    const { requests, result } = await play({
      files,
      answers: { InstructionsLoaded: { continue: false, stopReason: "enough" } },
      script: [reading("src/a.ts"), ["done"]],
    });
    expect(requests).toHaveLength(1);
    expect(result.terminalReason).toBe("hook_stopped");
  });

  it("after /clear it is loaded again", async () => {
    const { firedEvents } = await play({
      files,
      script: [reading("src/a.ts"), ["one"], reading("src/a.ts"), ["two"]],
      prompts: ["a", "/clear", "b"],
    });
    expect(firedEvents.filter((name) => name === "InstructionsLoaded")).toHaveLength(2);
  });
});
