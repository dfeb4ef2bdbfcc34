import { describe, expect, it } from "vitest";
import { permissionModes } from "../permissions/permissions.ts";
import { toolsFor } from "../tools/all-tools.ts";
import { describeGit } from "./git-state.ts";
import { type PromptFacts, systemPrompt } from "./system-prompt.ts";

const facts: PromptFacts = {
  date: "2026-01-31",
  platform: "linux",
  model: "some-model",
  cwd: "/project",
  additionalDirectories: ["/shared"],
  permissionMode: "acceptEdits",
  hookMark: "0123456789ab",
  canAsk: false,
  git: describeGit("## main...origin/main\n M src/a.ts\n?? notes.md\n\nabc1234 Fix the parser\n"),
};

const searching = toolsFor({ search: () => Promise.reject(new Error("not asked")) });

describe("what the model reads before anything else", () => {
  it("is this, as a whole: the system prompt and the tools", async () => {
    const tools = searching.map(({ name, description, inputSchema }) => {
      const fields = Object.entries(Object(inputSchema["properties"])).map(
        ([key, field]) => `  ${key}: ${Object(field).description ?? ""}`,
      );
      return [`## ${name}`, description, "Input:", ...fields].join("\n");
    });
    const whole = [systemPrompt(facts), ...tools].join("\n\n");
    await expect(`${whole}\n`).toMatchFileSnapshot("system-prompt.snapshot.md");
  });

  it.each(permissionModes)("explains the permission mode %s", (permissionMode) => {
    const text = systemPrompt({ ...facts, permissionMode });
    expect(text).toContain(`The permission mode is ${permissionMode}. `);
  });

  it("says whether someone can answer, and leaves out what is not there", () => {
    expect(systemPrompt({ ...facts, canAsk: true })).toContain("The user answers when");
    const plain = systemPrompt({ ...facts, git: undefined, additionalDirectories: [] });
    expect(plain).not.toContain("# Git\n");
    expect(plain).not.toContain("Also to work in");
  });

  it.each(searching.map((tool) => [tool.name, tool]))(
    "every tool says when to use it: %s",
    (_, tool) => {
      expect(tool.description.length).toBeGreaterThan(80);
      expect(tool.description).toMatch(/\bUse|Mark it/);
    },
  );
});

describe("the state of git", () => {
  it("shows the branch, the changes and the commits", () => {
    expect(facts.git).toBe(
      "Branch: main...origin/main\nChanges:\n M src/a.ts\n?? notes.md\nLast commits:\nabc1234 Fix the parser",
    );
    expect(describeGit("## No commits yet on main\n\n")).toBe(
      "Branch: main\nChanges: none\nCommits: none",
    );
  });

  it("of many changes only the first are shown", () => {
    const changes = Array.from({ length: 100 }, (_, index) => ` M file-${index}`);
    const text = describeGit(`## main\n${changes.join("\n")}\n\nabc One\n`);
    expect(text).toContain("(and 60 more)");
    expect(text).not.toContain("file-40");
  });
});
