import { chmodSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { grep } from "./grep.ts";
import { findRipgrep } from "./search/find-ripgrep.ts";
import { call, runnerReady, session } from "./testing.ts";

beforeAll(runnerReady);

const files = {
  "a.ts": "one\ntwo TODO\nthree\nfour\nfive todo\n",
  "src/b.js": "// TODO later\r\nend\r\n",
  "src/c.md": "start {\n  inner\n}\n",
  ".hidden/d.ts": "TODO hidden",
  "node_modules/m/e.ts": "TODO not mine",
  ".git/f": "TODO not mine",
  "binary.bin": Buffer.from("TODO\n\0\n"),
};

/** A folder with files, and the tool with this ripgrep. */
function world(program: string | undefined) {
  const made = session({ ripgrep: async () => program });
  for (const [index, [name, content]] of Object.entries(files).entries())
    utimesSync(made.write(name, content), 1000 + index, 1000 + index);
  symlinkSync("a.ts", made.at("link.ts"));
  symlinkSync(".", made.at("loop"));
  const find = async (input: object) => {
    const { response, text } = await call(grep, input, made.context);
    return { response, text: text.replaceAll(`${made.project}/`, "") };
  };
  return { ...made, find };
}

const note = "\n(Files that .gitignore excludes were not searched.)";

const questions: readonly (readonly [object, string])[] = [
  [{ pattern: "TODO" }, ".hidden/d.ts\nsrc/b.js\na.ts"],
  [{ pattern: "TODO", path: "src" }, "src/b.js"],
  [{ pattern: "TODO", path: "a.ts" }, "a.ts"],
  [{ pattern: "TODO", glob: "*.ts" }, ".hidden/d.ts\na.ts"],
  [{ pattern: "TODO", glob: "src/*.{js,ts}" }, "src/b.js"],
  [{ pattern: "TODO", type: "js" }, "src/b.js"],
  [{ pattern: "todo", "-i": true, output_mode: "count" }, ".hidden/d.ts:1\na.ts:2\nsrc/b.js:1"],
  [
    { pattern: "TODO", output_mode: "content" },
    ".hidden/d.ts:1:TODO hidden\na.ts:2:two TODO\nsrc/b.js:1:// TODO later",
  ],
  [{ pattern: "later$", output_mode: "content", "-n": "false" }, "src/b.js:// TODO later"],
  [
    { pattern: "(?i)todo", path: "a.ts", output_mode: "content", "-B": 1 },
    "a.ts-1-one\na.ts:2:two TODO\n--\na.ts-4-four\na.ts:5:five todo",
  ],
  [
    { pattern: "todo", path: "a.ts", "-i": true, output_mode: "content", "-C": 1 },
    "a.ts-1-one\na.ts:2:two TODO\na.ts-3-three\na.ts-4-four\na.ts:5:five todo",
  ],
  [
    { pattern: "\\{.*\\}", multiline: true, output_mode: "content" },
    "src/c.md:1:start {\nsrc/c.md:2:  inner\nsrc/c.md:3:}",
  ],
  [{ pattern: "start.*inner", multiline: true, output_mode: "count" }, "src/c.md:2"],
  [{ pattern: "\\{.*\\}" }, `No matches found.${note}`],
  [{ pattern: "nowhere at all" }, `No matches found.${note}`],
];

describe("E24 Grep without ripgrep", () => {
  test.each(questions)("%j", async (input, expected) => {
    expect((await world(undefined).find(input)).text).toBe(expected);
  });

  test("shows as many entries as asked for, and says that there are more", async () => {
    const { find } = world(undefined);
    const { response, text } = await find({ pattern: "TODO", head_limit: 1, offset: 1 });
    expect(text).toMatch(/^src\/b\.js\n\(There is more/);
    expect(response).toMatchObject({ mode: "files_with_matches", numFiles: 1, truncated: true });
    expect((await find({ pattern: "TODO", head_limit: 0 })).text.split("\n")).toHaveLength(3);
  });

  test("E6 what cannot be searched for is a failure", async () => {
    const { find } = world(undefined);
    await expect(find({ pattern: "(" })).rejects.toThrow("not a valid regular expression");
    await expect(find({ pattern: "x", path: "no" })).rejects.toThrow("cannot be searched");
    await expect(find({ pattern: "x", type: "no" })).rejects.toThrow("Unknown type no");
  });

  test("an expression that takes too long is aborted", async () => {
    const { find, write } = world(undefined);
    write("long.txt", `${"a".repeat(40)}!\n`);
    await expect(find({ pattern: "^(a+)+$", path: "long.txt" })).rejects.toThrow("too long");
  });

  test("a long line is cut", async () => {
    const { find, write } = world(undefined);
    write("long.txt", "x".repeat(5000));
    const { text } = await find({ pattern: "x", path: "long.txt", output_mode: "content" });
    expect(text.length).toBeLessThan(600);
  });
});

const program = await findRipgrep({ env: { PATH: process.env["PATH"] } });

describe("E24 Grep with ripgrep", () => {
  test("ripgrep is installed with the package, and the PATH is looked at first", async () => {
    const { context, write, at } = session({ env: { PATH: "/nowhere" } });
    expect(await findRipgrep(context)).toContain("@vscode/ripgrep");
    chmodSync(write("bin/rg", "#!/bin/sh\n"), 0o755);
    const env = { PATH: `relative:/nowhere:${at("bin")}` };
    expect(await findRipgrep({ ...context, env })).toBe(at("bin/rg"));
  });

  test.each(questions)("finds the same: %j", async (input, expected) => {
    expect((await world(program).find(input)).text).toBe(expected);
  });

  test("look-around works, and an invalid expression is a failure with ripgrep's words", async () => {
    const { find } = world(program);
    expect((await find({ pattern: "TODO(?= later)" })).text).toBe("src/b.js");
    await expect(find({ pattern: "(" })).rejects.toThrow("regex parse error");
  });

  test("matches in more lines than fit are cut, the first files by name are shown", async () => {
    const { find, write } = world(program);
    const line = `${"many ".repeat(200)}\n`;
    for (const name of ["m1.txt", "m2.txt", "m3.txt"]) write(name, line.repeat(20_000));
    const { text, response } = await find({
      pattern: "many",
      output_mode: "content",
      head_limit: 15_000,
    });
    expect(text).toMatch(/^m1\.txt:1:many/);
    expect(
      text
        .split("\n")
        .slice(0, 15_000)
        .every((one) => one.startsWith("m1.txt:")),
    ).toBe(true);
    expect(response).toMatchObject({ truncated: true });
  });

  test("a deny rule hides matches, also before the files to show are chosen", async () => {
    const made = session({
      ripgrep: async () => program,
      mayRead: (path) => !path.endsWith("secret.txt"),
    });
    made.write("secret.txt", "TODO\n");
    made.write("open.txt", "TODO\n");
    const { text } = await call(grep, { pattern: "TODO", output_mode: "count" }, made.context);
    expect(text).toBe(`${made.at("open.txt")}:1`);
  });
});

describe.each([
  ["ripgrep", program],
  ["the built-in search", undefined],
])("E24 nothing that could match is passed over in silence: %s", (_, found) => {
  test("leaves out what .gitignore excludes, unless it is named", async () => {
    const { find, write } = world(found);
    write(".gitignore", "*.log\ndist/\n");
    write("x.log", "TODO in a log\n");
    write("dist/x.js", "TODO in dist\n");
    expect((await find({ pattern: "TODO in" })).text).toBe(
      "No matches found.\n(Files that .gitignore excludes were not searched.)",
    );
    expect((await find({ pattern: "TODO in", path: "x.log" })).text).toBe("x.log");
    expect((await find({ pattern: "TODO in", path: "dist" })).text).toBe("dist/x.js");
  });

  test("a name that is not UTF-8 is shown with its bytes", async () => {
    const { find, project } = world(found);
    const name = Buffer.concat([Buffer.from(`${project}/caf`), Buffer.from([0xe9, 0x2e, 0x61])]);
    writeFileSync(name, "odd TODO\n");
    const { text } = await find({ pattern: "odd TODO" });
    expect(text).toMatch(/^caf\\xe9\.a\n\(In these names \\xNN is a byte/);
    const lines = await find({ pattern: "odd TODO", output_mode: "content" });
    expect(lines.text).toContain("caf\\xe9.a:1:odd TODO");
  });

  test("text that is not UTF-8 is searched", async () => {
    const { find, write } = world(found);
    write("latin1.txt", Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x54, 0x4f, 0x0a]));
    expect((await find({ pattern: " TO$" })).text).toBe("latin1.txt");
  });

  test("a file that cannot be read is named", async () => {
    const { find } = world(found);
    const { text } = await find({ pattern: "TODO", path: "/proc/self/mem" });
    expect(text).toMatch(/^No matches found\.\n\(Not searched: .*\)$/);
  });
});

test("E24 without ripgrep, a file that is too large to search is named", async () => {
  const { find, write, at } = world(undefined);
  write("big.txt", "");
  truncateSync(at("big.txt"), 65 * 1024 * 1024);
  expect((await find({ pattern: "needle" })).text).toBe(
    "No matches found.\n(Not searched, because it is larger than 64 MB: big.txt.)\n(Files that .gitignore excludes were not searched.)",
  );
});
