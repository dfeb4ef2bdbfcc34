import { join } from "node:path";
import { expect, it } from "vitest";
import { folders, kindOf, permissionsIn } from "./testing.ts";

/** What the answer is to writing a file of the project in acceptEdits mode. */
async function written(path: string): Promise<string> {
  const place = folders();
  const { judge } = permissionsIn(place, { mode: "acceptEdits" });
  return kindOf(await judge("Write", { file_path: join(place.project, path), content: "" }));
}

it.each([
  [".git/config", "question"],
  ["sub/.git/hooks/pre-commit", "question"],
  [".claude/settings.json", "ask"],
  [".claude/skills/release/SKILL.md", "ask"],
  [".claude/agents/reviewer.md", "ask"],
])("T12 acceptEdits does not cover %s, which makes something run later", async (path, answer) => {
  expect(await written(path)).toBe(answer);
});

it("T12 acceptEdits covers an ordinary file", async () => {
  expect(await written("src/index.ts")).toBe("allow");
});
