import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completableAt, complete } from "./complete.ts";
import { createFileIndex } from "./file-index.ts";

const commands = [
  { name: "compact", description: "Shorter", argumentHint: "[what]" },
  { name: "clear", description: "New", argumentHint: "" },
  { name: "old:compact", description: "", argumentHint: "<n>" },
];

const proposed = (text: string, files: readonly string[] = []) => {
  const completable = completableAt(text, text.length);
  const index = createFileIndex(files);
  return completable && complete(completable, { commands: () => commands, files: () => index });
};

describe("completion", () => {
  it("of commands: those that begin with the text first", () => {
    expect(proposed("/c")?.proposals.map(({ label }) => label)).toEqual([
      "/clear",
      "/compact [what]",
      "/old:compact <n>",
    ]);
    expect(proposed("/old")?.proposals[0]).toMatchObject({
      inserted: "/old:compact ",
      isReady: false,
    });
  });

  it("only at the start of the text, and not in paths", () => {
    expect(completableAt("say /c", 6)).toBeUndefined();
    expect(completableAt("/usr/bin", 8)).toBeUndefined();
    expect(completableAt("/clear now", 10)).toBeUndefined();
    expect(completableAt("mail me@example", 15)).toBeUndefined();
  });

  it("of files: by name before folders, in quotes if they contain spaces", () => {
    const files = ["src/input/keys.ts", "src/keys/other.ts", "a file.md", "docs/monkeys.md"];
    const found = proposed("see @keys", files);
    expect(found).toMatchObject({ kind: "file", from: 4, query: "keys" });
    expect(found?.proposals.map(({ label }) => label)).toEqual([
      "src/keys/",
      "src/input/keys.ts",
      "docs/monkeys.md",
      "src/keys/other.ts",
    ]);
    expect(proposed("@a fi", files)).toBeUndefined();
    expect(proposed('@"a fi', files)?.proposals[0]?.inserted).toBe('@"a file.md" ');
  });

  it("finds characters in their order", () => {
    expect(createFileIndex(["input-text-line.ts", "x"]).search("ITL", 5)).toEqual([
      "input-text-line.ts",
    ]);
  });

  it("every file is found by its path, and nothing twice", () => {
    const name = fc.array(fc.constantFrom("a", "b", "src", "x y", "漢"), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(
          name.map((parts) => parts.join("/")),
          { minLength: 1 },
        ),
        (files) => {
          const index = createFileIndex(files);
          for (const file of files) expect(index.search(file, 1000)).toContain(file);
          const all = index.search("", 1000);
          expect(new Set(all).size).toBe(all.length);
        },
      ),
    );
  });
});
