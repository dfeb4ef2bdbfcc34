import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolders, type Play, play } from "./testing/play.ts";

const terse = `---
name: Terse
description: Few words
---
Answer in one line.`;
const coding = `---
description: Few words about code
keep-coding-instructions: true
---
Name the file first.`;

/** Folders with styles of the user and the project. */
function withStyles(files: Readonly<Record<string, string>>) {
  const folders = newFolders();
  for (const [file, text] of Object.entries(files)) {
    const path = join(folders.base, file);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  }
  return folders;
}

async function prompts(options: Play & { readonly prompts?: readonly string[] }) {
  const played = await play(options);
  return {
    ...played,
    systems: played.requests
      .filter(({ purpose }) => purpose === "main")
      .map(({ request }) => request.system),
    warnings: played.events.flatMap((event) =>
      event.type === "notice" && event.level === "warning" ? [event.text] : [],
    ),
    init: played.events.find((event) => event.type === "init"),
  };
}

describe("outputStyle in the settings", () => {
  it("replaces what the prompt says about coding and answers; what hooks need stays", async () => {
    const folders = withStyles({ "home/.claude/output-styles/terse.md": terse });
    const { systems, init, warnings } = await prompts({
      in: folders,
      userSettings: { outputStyle: "Terse" },
    });
    expect(systems[0]).toContain("# Output style: Terse\n\nAnswer in one line.");
    expect(systems[0]).not.toContain("# How to work");
    for (const kept of ["# Hooks", "# Permissions", "# Tools", "# Surroundings"])
      expect(systems[0]).toContain(kept);
    expect(init).toMatchObject({ outputStyle: "Terse" });
    expect(warnings).toEqual([]);
  });

  it("keeps the instructions for coding if its file says so, and those of the built-in styles", async () => {
    const folders = withStyles({ "home/.claude/output-styles/coding.md": coding });
    const own = await prompts({ in: folders, userSettings: { outputStyle: "coding" } });
    const builtIn = await prompts({ userSettings: { outputStyle: "Explanatory" } });
    for (const [system] of [own.systems, builtIn.systems])
      expect(system).toContain("# How to work");
    expect(own.systems[0]).toContain("Name the file first.");
    expect(builtIn.systems[0]).toContain("# Output style: Explanatory");
  });

  it("an unknown style is reported with the nearest name, and the default is used", async () => {
    const { systems, init, warnings } = await prompts({ userSettings: { outputStyle: "Lerning" } });
    expect(warnings).toEqual([
      expect.stringMatching(
        /settings\.json: outputStyle: unknown output style Lerning; did you mean Learning\?/,
      ),
    ]);
    expect(systems[0]).not.toContain("# Output style");
    expect(init).toMatchObject({ outputStyle: "default" });
  });

  it("T6 a style of the project needs trust, and its own text replaces the user's of that name", async () => {
    const folders = withStyles({
      "home/.claude/output-styles/terse.md": terse,
      "project/.claude/output-styles/other.md": "Of the project.",
    });
    const options = { in: folders, userSettings: { outputStyle: "other" } };
    const untrusted = await prompts(options);
    expect(untrusted.systems[0]).not.toContain("Of the project.");
    expect(untrusted.warnings.join()).toContain("the output style other is not used");
    expect(untrusted.warnings.join()).toContain("needs --trust-project");
    const trusted = await prompts({ ...options, trustProject: true });
    expect(trusted.systems[0]).toContain("Of the project.");
  });

  it("one of a plugin has the plugin's name in front", async () => {
    const folders = withStyles({
      "plugin/.claude-plugin/plugin.json": JSON.stringify({ name: "ops" }),
      "plugin/output-styles/terse.md": terse,
    });
    const { systems, warnings } = await prompts({
      in: folders,
      pluginDirectories: [join(folders.base, "plugin")],
      trustProject: true,
      userSettings: { outputStyle: "ops:Terse" },
    });
    expect(warnings).toEqual([]);
    expect(systems[0]).toContain("# Output style: ops:Terse");
  });

  it("has no effect beside --system-prompt, and says so", async () => {
    const { warnings, systems } = await prompts({
      systemPrompt: "Be a parrot.",
      userSettings: { outputStyle: "Learning" },
    });
    expect(systems).toEqual(["Be a parrot."]);
    expect(warnings.join()).toContain("because --system-prompt replaces the system prompt");
  });
});

it("/output-style lists the styles and changes them for the session", async () => {
  const { results, systems } = await prompts({
    prompts: [
      "/output-style",
      "/output-style explanatory",
      "one",
      "/output-style nope",
      "/output-style default",
      "two",
    ],
  });
  expect(results[0]?.result).toContain("The output style is default. There are:");
  expect(results[0]?.result).toContain("- Learning: ");
  expect(results[1]?.result).toContain("The output style is Explanatory");
  expect(results[3]).toMatchObject({ isError: true });
  expect(results[3]?.result).toContain("unknown output style nope. The output styles are");
  expect(systems.map((system) => system.includes("# Output style: Explanatory"))).toEqual([
    true,
    false,
  ]);
});
