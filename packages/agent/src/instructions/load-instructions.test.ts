import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { instructionsLoadedInput } from "./instruction-file.ts";
import { type InstructionOptions, loadInstructions } from "./load-instructions.ts";

/** A home and a project under version control, with files. */
function newWorld(files: Readonly<Record<string, string | Buffer>>) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "instructions-")));
  const at = (...parts: readonly string[]) => join(folder, ...parts);
  for (const [name, content] of Object.entries({ "project/.git/HEAD": "", ...files })) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
  }
  const load = async (more: Partial<InstructionOptions> = {}) => {
    const options = { cwd: at("project"), home: at("home"), ...more };
    const loaded = await loadInstructions(options);
    const names = loaded.files.map(({ filePath }) => relative(folder, filePath));
    return { ...loaded, names };
  };
  return { at, load };
}

describe("files of instructions", () => {
  const all = {
    "managed/CLAUDE.md": "managed",
    "home/.claude/CLAUDE.md": "user",
    "CLAUDE.md": "above",
    "project/CLAUDE.md": "project",
    "project/.claude/CLAUDE.md": "hidden",
    "project/CLAUDE.local.md": "local",
    "project/deep/CLAUDE.md": "deep",
    "project/deep/CLAUDE.local.md": "deep local",
  };

  it("InstructionsLoaded: from the most general to the nearest, each with its owner", async () => {
    const { at, load } = newWorld(all);
    const { files, names, problems } = await load({ managedFolder: at("managed") });
    expect(names).toEqual(Object.keys(all).slice(0, 6));
    expect(files.map(({ memoryType }) => memoryType)).toEqual([
      "Managed",
      "User",
      "Project",
      "Project",
      "Project",
      "Local",
    ]);
    expect(files.map(instructionsLoadedInput)[3]).toEqual({
      file_path: at("project/CLAUDE.md"),
      memory_type: "Project",
      load_reason: "session_start",
    });
    expect(problems).toEqual([]);
  });

  it("a session in a subdirectory gets those of its parents too", async () => {
    const { at, load } = newWorld(all);
    expect((await load({ cwd: at("project/deep") })).names).toEqual([
      "home/.claude/CLAUDE.md",
      "CLAUDE.md",
      "project/CLAUDE.md",
      "project/CLAUDE.local.md",
      "project/deep/CLAUDE.md",
      "project/deep/CLAUDE.local.md",
    ]);
  });

  it("--setting-sources and --bare skip files", async () => {
    const { load } = newWorld(all);
    expect((await load({ settingSources: ["user"] })).names).toEqual(["home/.claude/CLAUDE.md"]);
    expect((await load({ settingSources: ["local"] })).names).toEqual(["project/CLAUDE.local.md"]);
    expect(await load({ bare: true })).toMatchObject({ files: [], text: "", problems: [] });
  });

  it("in the home directory the user's file is read once", async () => {
    const { at, load } = newWorld(all);
    expect((await load({ cwd: at("home") })).names).toEqual([
      "home/.claude/CLAUDE.md",
      "CLAUDE.md",
    ]);
  });

  it("the text names each file and keeps its bytes", async () => {
    const content = "  # Rules \r\n\t$1 ${x}\n\n";
    const { at, load } = newWorld({ "project/CLAUDE.md": content });
    const { text } = await load();
    expect(text).toContain(at("project/CLAUDE.md"));
    expect(text.endsWith(content)).toBe(true);
    expect((await newWorld({}).load()).text).toBe("");
  });
});

describe("imports", () => {
  it("InstructionsLoaded: follow the importing file, are relative to it, and name it", async () => {
    const { at, load } = newWorld({
      "project/CLAUDE.md": "See @docs/a.md, and @README.",
      "project/docs/a.md": "and @b.md",
      "project/docs/b.md": "b",
      "project/README": "readme",
      "project/CLAUDE.local.md": "local",
    });
    const { files, names, problems } = await load();
    expect(names).toEqual([
      "project/CLAUDE.md",
      "project/docs/a.md",
      "project/docs/b.md",
      "project/README",
      "project/CLAUDE.local.md",
    ]);
    expect(files.map(instructionsLoadedInput)[2]).toEqual({
      file_path: at("project/docs/b.md"),
      memory_type: "Project",
      load_reason: "include",
      parent_file_path: at("project/docs/a.md"),
    });
    expect(problems).toEqual([]);
  });

  it("circular imports end, and a chain has at most five imports", async () => {
    const chain = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((number) => [`project/${number}.md`, `@${number + 1}.md @CLAUDE.md`]),
    );
    const { at, load } = newWorld({ "project/CLAUDE.md": "@1.md @CLAUDE.md", ...chain });
    const { names, problems } = await load();
    expect(names).toHaveLength(6);
    expect(problems).toEqual([expect.stringContaining(`${at("project/6.md")}, imported by`)]);
  });

  it("missing, binary and too large files are reported, and the others are read", async () => {
    const { load, at } = newWorld({
      "project/CLAUDE.md": "@gone.md @binary.bin @large.txt @docs @somebody @fine.md",
      "project/binary.bin": Buffer.from([1, 0, 2]),
      "project/large.txt": "x".repeat(1024 * 1024 + 1),
      "project/docs/x": "",
      "project/fine.md": "fine",
    });
    const { names, problems } = await load();
    expect(names).toEqual(["project/CLAUDE.md", "project/fine.md"]);
    const by = `, imported by ${at("project/CLAUDE.md")},`;
    expect(problems).toEqual([
      `${at("project/gone.md")}${by} does not exist`,
      `${at("project/binary.bin")}${by} is not UTF-8 text; it is ignored`,
      `${at("project/large.txt")}${by} is larger than 1 MB; it is ignored`,
      `${at("project/docs")}${by} is not a regular file; it is ignored`,
    ]);
  });

  it("a project can import no private file, neither by a path nor by a link", async () => {
    const { at, load } = newWorld({
      "home/.ssh/key.md": "secret",
      "home/.claude/credentials.json": "secret",
      "home/.claude/mine.md": "shared",
      "home/elsewhere.md": "secret",
    });
    const wanted = [at("home/.ssh/key.md"), "../home/elsewhere.md", "~/.claude/credentials.json"];
    const links = ["linked.md", "CLAUDE.local.md"];
    for (const name of links) symlinkSync(at("home/elsewhere.md"), at("project", name));
    writeFileSync(
      at("project/CLAUDE.md"),
      [...wanted, "linked.md", "~/.claude/mine.md"].map((path) => `@${path}`).join("\n"),
    );
    const { names, text, problems } = await load();
    expect(names).toEqual(["project/CLAUDE.md", "home/.claude/mine.md"]);
    expect(text).not.toContain("secret");
    // The link leads to a file that was refused already.
    expect(problems).toHaveLength(3);
    for (const problem of problems) expect(problem).toContain("outside the project");
  });

  it("a CLAUDE.md that is a link to a private file is not read", async () => {
    const { at, load } = newWorld({ "home/elsewhere.md": "secret" });
    symlinkSync(at("home/elsewhere.md"), at("project/CLAUDE.md"));
    const { files, problems } = await load();
    expect(files).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(at("project/CLAUDE.md"))]);
  });

  it("the user's own file may import any file", async () => {
    const { load } = newWorld({
      "home/.claude/CLAUDE.md": "@~/notes.md @../../other/x.txt",
      "home/notes.md": "notes",
      "other/x.txt": "x",
    });
    expect((await load()).names).toEqual([
      "home/.claude/CLAUDE.md",
      "home/notes.md",
      "other/x.txt",
    ]);
  });

  it("a CLAUDE.md above the project may import from its own folder", async () => {
    const { at, load } = newWorld({
      "group/CLAUDE.md": "@rules.md @../home/elsewhere.md",
      "group/rules.md": "rules",
      "group/project/.git/HEAD": "",
      "home/elsewhere.md": "secret",
    });
    const { names, problems } = await load({ cwd: at("group/project") });
    expect(names).toEqual(["group/CLAUDE.md", "group/rules.md"]);
    expect(problems).toEqual([expect.stringContaining("elsewhere.md")]);
  });
});

describe("T6 a project in a home that is under version control", () => {
  it("is not the whole home: it imports none of the user's files", async () => {
    const { at, load } = newWorld({
      "home/.git/HEAD": "",
      "home/.ssh/key": "secret",
      "home/downloads/project/CLAUDE.md": "@../../.ssh/key @~/.ssh/key @near.md",
      "home/downloads/project/near.md": "near",
    });
    const { names, text, problems } = await load({ cwd: at("home/downloads/project") });
    expect(names).toEqual(["home/downloads/project/CLAUDE.md", "home/downloads/project/near.md"]);
    expect(text).not.toContain("secret");
    expect(problems).toEqual([expect.stringContaining("outside the project")]);
  });
});

describe("instructions for files that are read", () => {
  const files = {
    "project/CLAUDE.md": "top",
    "project/src/CLAUDE.md": "in src\n@more.md",
    "project/src/more.md": "more of src",
    "project/src/deep/CLAUDE.local.md": "mine",
    "project/src/deep/a.ts": "",
    "project/other/CLAUDE.md": "in other",
    "outside/CLAUDE.md": "outside",
  };

  it("InstructionsLoaded: those of all folders between, once, with the file that was read", async () => {
    const { at, load } = newWorld(files);
    const { forFile } = await load();
    const path = at("project/src/deep/a.ts");
    const { files: nested, text } = await forFile(path);
    expect(nested.map(instructionsLoadedInput)).toEqual([
      {
        file_path: at("project/src/CLAUDE.md"),
        memory_type: "Project",
        load_reason: "nested_traversal",
        trigger_file_path: path,
      },
      {
        file_path: at("project/src/more.md"),
        memory_type: "Project",
        load_reason: "include",
        parent_file_path: at("project/src/CLAUDE.md"),
      },
      {
        file_path: at("project/src/deep/CLAUDE.local.md"),
        memory_type: "Local",
        load_reason: "nested_traversal",
        trigger_file_path: path,
      },
    ]);
    expect(text).toContain("in src");
    expect(text).not.toContain("top");
    expect(await forFile(path)).toEqual({ files: [], text: "", problems: [] });
    expect((await forFile(at("outside/a.ts"))).files).toEqual([]);
  });

  it("two files read at the same time load them once", async () => {
    const { at, load } = newWorld(files);
    const { forFile } = await load();
    const both = await Promise.all([
      forFile(at("project/other/a.ts")),
      forFile(at("project/other/b.ts")),
    ]);
    expect(both.flatMap((one) => one.files)).toHaveLength(1);
  });

  it("only of the sources that are in use", async () => {
    const { at, load } = newWorld(files);
    const { forFile } = await load({ settingSources: ["local"] });
    const { files: nested } = await forFile(at("project/src/deep/a.ts"));
    expect(nested.map(({ content }) => content)).toEqual(["mine"]);
  });
});

describe("rules", () => {
  const files = {
    "home/.claude/rules/mine.md": "my rule",
    "project/CLAUDE.md": "top",
    "project/.claude/rules/always.md": "---\ndescription: x\n---\nalways this",
    "project/.claude/rules/below/ts.md": '---\npaths:\n  - "src/**/*.ts"\n  - "*.mts"\n---\nfor ts',
    "project/.claude/rules/line.md": "---\npaths: docs/**, *.md\n---\nfor docs",
    "project/.claude/rules/broken.md": "---\npaths: [\n---\nbroken front",
    "project/.claude/rules/notes.txt": "not a rule",
  };

  it("InstructionsLoaded: rules without paths load at the start, without their front matter", async () => {
    const { load } = newWorld(files);
    const { files: loaded, problems } = await load();
    expect(loaded.map(({ content, memoryType }) => [content, memoryType])).toEqual([
      ["my rule", "User"],
      ["top", "Project"],
      ["always this", "Project"],
      ["broken front", "Project"],
    ]);
    expect(problems).toEqual([expect.stringContaining("broken.md: the front matter is not valid")]);
  });

  it("InstructionsLoaded: rules with paths load when a file that matches is read", async () => {
    const { at, load } = newWorld(files);
    const { forFile } = await load();
    expect((await forFile(at("project/src/a.js"))).files).toEqual([]);
    expect((await forFile(at("a.mts"))).files).toEqual([]);
    const path = at("project/src/deep/a.ts");
    const { files: loaded, text } = await forFile(path);
    expect(loaded.map(instructionsLoadedInput)).toEqual([
      {
        file_path: at("project/.claude/rules/below/ts.md"),
        memory_type: "Project",
        load_reason: "path_glob_match",
        globs: ["src/**/*.ts", "*.mts"],
        trigger_file_path: path,
      },
    ]);
    expect(text).toMatch(/for ts$/);
    expect((await forFile(at("project/docs/x/y.txt"))).text).toMatch(/for docs$/);
    expect((await forFile(at("project/docs/z.txt"))).text).toBe("");
  });

  it("InstructionsLoaded: rules of a subfolder load with its CLAUDE.md; their paths are relative to the subfolder", async () => {
    const { at, load } = newWorld({
      "project/app/CLAUDE.md": "of app",
      "project/app/.claude/rules/all.md": "for all of app",
      "project/app/.claude/rules/ts.md": "---\npaths: src/*.ts\n---\nfor ts of app",
    });
    const { names, forFile } = await load();
    expect(names).toEqual([]);
    const [first, second] = [at("project/app/readme.md"), at("project/app/src/a.ts")];
    expect((await forFile(first)).files.map(instructionsLoadedInput)).toMatchObject([
      { file_path: at("project/app/CLAUDE.md"), load_reason: "nested_traversal" },
      {
        file_path: at("project/app/.claude/rules/all.md"),
        load_reason: "nested_traversal",
        trigger_file_path: first,
      },
    ]);
    expect((await forFile(second)).files.map(instructionsLoadedInput)).toMatchObject([
      {
        file_path: at("project/app/.claude/rules/ts.md"),
        load_reason: "path_glob_match",
        globs: ["src/*.ts"],
        trigger_file_path: second,
      },
    ]);
    const { forFile: withoutProject } = await load({ settingSources: ["user"] });
    expect((await withoutProject(first)).files).toEqual([]);
  });
});
