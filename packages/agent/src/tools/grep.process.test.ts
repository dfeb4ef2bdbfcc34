import { symlinkSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { grep } from "./grep.ts";
import { findRipgrep } from "./search/ripgrep.ts";
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

function world(PATH: string | undefined) {
  const made = session({ env: { PATH } });
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
  [{ pattern: "\\{.*\\}" }, "No matches found."],
  [{ pattern: "nowhere at all" }, "No matches found."],
];

describe("E24 Grep without ripgrep", () => {
  test.each(questions)("%j", async (input, expected) => {
    expect((await world("/nowhere").find(input)).text).toBe(expected);
  });

  test("shows as many entries as asked for, and says that there are more", async () => {
    const { find } = world("/nowhere");
    const { response, text } = await find({ pattern: "TODO", head_limit: 1, offset: 1 });
    expect(text).toMatch(/^src\/b\.js\n\(There is more/);
    expect(response).toMatchObject({ mode: "files_with_matches", numFiles: 1, truncated: true });
    expect((await find({ pattern: "TODO", head_limit: 0 })).text.split("\n")).toHaveLength(3);
  });

  test("E6 what cannot be searched for is a failure", async () => {
    const { find } = world("/nowhere");
    await expect(find({ pattern: "(" })).rejects.toThrow("not a valid regular expression");
    await expect(find({ pattern: "x", path: "no" })).rejects.toThrow("cannot be searched");
    await expect(find({ pattern: "x", type: "no" })).rejects.toThrow("Unknown type no");
  });

  test("an expression that takes too long is aborted", async () => {
    const { find, write } = world("/nowhere");
    write("long.txt", `${"a".repeat(40)}!\n`);
    await expect(find({ pattern: "^(a+)+$", path: "long.txt" })).rejects.toThrow("too long");
  });

  test("a long line is cut", async () => {
    const { find, write } = world("/nowhere");
    write("long.txt", "x".repeat(5000));
    const { text } = await find({ pattern: "x", path: "long.txt", output_mode: "content" });
    expect(text.length).toBeLessThan(600);
  });
});

/** A PATH with the ripgrep that is installed with the dependencies; elsewhere than on Linux perhaps none. */
const path = await import("@vscode/ripgrep").then(
  ({ rgPath }) => dirname(rgPath),
  () => process.env["PATH"] ?? "",
);
const program = await findRipgrep({ PATH: path });

describe("E24 Grep with ripgrep finds the same", () => {
  beforeEach(({ skip }) => skip(program === undefined, "ripgrep is not installed"));

  test.each(questions)("%j", async (input, expected) => {
    expect((await world(path).find(input)).text).toBe(expected);
  });
});
