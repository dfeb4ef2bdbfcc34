import { appendFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growthOf } from "../../../../../scripts/testing/work-of.ts";
import { createScriptReader } from "../script-reader.ts";
import { folderWith, subjectOf, temporaryFolder } from "../testing.ts";
import { openTrustStore } from "../trust-store.ts";
import { loadedPaths } from "./loaded-paths.ts";

/** The files that trust covers, as paths from the project. */
async function covered(files: Readonly<Record<string, string>>, command: string) {
  const root = folderWith(files);
  const found = await createScriptReader({ projectDirectory: root }).filesOf(
    subjectOf(root, command),
  );
  return found.map(({ path }) => relative(root, path)).sort();
}

const shell = [
  ". ./lib.sh",
  "source lib.sh",
  'source "$CLAUDE_PROJECT_DIR/lib.sh"',
  "bash lib.sh --strict",
  "exec ./lib.sh",
  "env A=1 sh ./lib.sh",
  "timeout 5 bash lib.sh",
  "if true; then ./lib.sh; fi",
  'x=$(bash "./lib.sh")',
  "bash -c '. ./lib.sh'",
  'cat <<< "$(. ./lib.sh)"',
  '. "$(dirname "$0")/../lib.sh"',
  `. "$(cd "$(dirname "\${BASH_SOURCE[0]}")/.." && pwd)/lib.sh"`,
  `. "\${0%/*}/../lib.sh"`,
  `HERE="$(dirname "$0")"; . "$HERE/../lib.sh"`,
  `ROOT=$CLAUDE_PROJECT_DIR\nLIB="$ROOT/lib.sh"\n. "$LIB"`,
];

describe("files that a trusted script loads by a literal path", () => {
  it.each(shell)("T1 shell: %s", async (text) => {
    const files = { "hooks/guard.sh": text, "lib.sh": "deny() { exit 2; }" };
    expect(await covered(files, "bash hooks/guard.sh")).toEqual(["hooks/guard.sh", "lib.sh"]);
  });

  it.each([
    ['const x = require("./lib")', "hooks/lib.js"],
    ["const x = require('./lib.cjs')", "hooks/lib.cjs"],
    ['import { a } from "./lib.js"', "hooks/lib.js"],
    ['import { a } from "./lib.js"', "hooks/lib.ts"],
    ['import "./lib.mjs"', "hooks/lib.mjs"],
    ['export * from "../lib.js"', "lib.js"],
    ["const x = await import(`./lib.js`)", "hooks/lib.js"],
    ['require(path.join(__dirname, "..", "lib.js"))', "lib.js"],
    ['require("./lib")', "hooks/lib/index.js"],
    ['const rules = require("./rules.json")', "hooks/rules.json"],
  ])("T1 JavaScript: %s", async (text, lib) => {
    const files = { "hooks/guard.js": text, [lib]: "" };
    expect(await covered(files, "node hooks/guard.js")).toEqual(["hooks/guard.js", lib].sort());
  });

  it.each([
    ["import lib", "hooks/lib.py"],
    ["import os, lib as l", "hooks/lib.py"],
    ["from lib import deny", "hooks/lib.py"],
    ["from . import lib", "hooks/lib.py"],
    ["from .lib import (\n  deny,\n  allow,\n)", "hooks/lib.py"],
    ["from lib import rules", "hooks/lib/rules.py"],
    ["import lib.rules", "hooks/lib/rules.py"],
    ["    import json  # shadows the standard library", "hooks/json.py"],
    ["import json  # which imports re", "hooks/re.py"],
    ["import json  # which imports _json", "hooks/_json.so"],
    ["import json  # which imports re", "hooks/re/__init__.py"],
    ["import lib", "hooks/lib.so"],
    ["import lib", "hooks/lib.abi3.so"],
    ["import lib", "hooks/lib.cpython-311-x86_64-linux-gnu.so"],
    ["import lib", "hooks/lib.pyc"],
    ["import lib", "hooks/lib/__init__.pyc"],
  ])("T1 Python: %s", async (text, lib) => {
    const files = { "hooks/guard.py": text, [lib]: "" };
    expect(await covered(files, "python3 hooks/guard.py")).toEqual(["hooks/guard.py", lib].sort());
  });

  it("T1 Python: a file that an import takes instead of the trusted one is a change", async () => {
    const files = { "hooks/guard.py": "import lib", "hooks/lib.py": "", "hooks/other.py": "" };
    const root = folderWith(files);
    const reader = createScriptReader({ projectDirectory: root });
    const found = async () =>
      (await reader.filesOf(subjectOf(root, "python3 hooks/guard.py"))).map(({ path }) =>
        relative(root, path),
      );
    expect((await found()).sort()).toEqual(["hooks/guard.py", "hooks/lib.py"]);
    for (const name of ["lib.so", "re.py"]) {
      writeFileSync(join(root, "hooks", name), "");
      expect(await found()).toContain(`hooks/${name}`);
    }
  });

  it.each([
    ". ./lib.sh",
    "source lib.sh",
    '. "$PWD/lib.sh"',
    '. "$(pwd)/lib.sh"',
    "bash -c '. ./lib.sh'",
    "sh lib.sh",
    "[ -f ./new.sh ] && . ./new.sh",
  ])(
    "T1 a relative path that means another file in the current directory is a change: %s",
    async (text) => {
      const root = folderWith({
        "hooks/guard.sh": text,
        "lib.sh": "",
        "sub/lib.sh": "",
        "sub/new.sh": "",
        "empty/x": "",
      });
      const reader = createScriptReader({ projectDirectory: root });
      const subject = subjectOf(root, 'sh "$CLAUDE_PROJECT_DIR"/hooks/guard.sh');
      const before = await reader.filesOf(subject);
      expect(await reader.filesOf(subject, root)).toEqual(before);
      expect(await reader.filesOf(subject, join(root, "sub"))).not.toEqual(before);
    },
  );

  it("T1 a file that a script takes in by a relative path and that is missing there is a change", async () => {
    const root = folderWith({ "g.sh": ". ./lib.sh", "lib.sh": "", "empty/x": "" });
    const reader = createScriptReader({ projectDirectory: root });
    const subject = subjectOf(root, 'sh "$CLAUDE_PROJECT_DIR"/g.sh');
    const paths = async (cwd: string) =>
      (await reader.filesOf(subject, cwd)).map(({ path }) => relative(root, path));
    expect(await paths(root)).toEqual(["g.sh", "lib.sh"]);
    expect(await paths(join(root, "empty"))).toEqual(["g.sh"]);
  });

  it.each([
    '. "$CLAUDE_PROJECT_DIR/lib.sh"',
    '. "$(dirname "$0")/../lib.sh"',
    'cd "$(dirname "$0")/.." && . ./lib.sh',
  ])("T1 the current directory does not matter: %s", async (text) => {
    const root = folderWith({ "hooks/guard.sh": text, "lib.sh": "", "sub/lib.sh": "" });
    const reader = createScriptReader({ projectDirectory: root });
    const subject = subjectOf(root, 'sh "$CLAUDE_PROJECT_DIR"/hooks/guard.sh');
    const before = await reader.filesOf(subject);
    expect(before).toHaveLength(2);
    expect(await reader.filesOf(subject, join(root, "sub"))).toEqual(before);
  });

  it("T1 a script without an extension is read by its first line, or as every language", async () => {
    const files = {
      "a/one": "#!/usr/bin/env node\nrequire('./x')",
      "a/x.js": "",
      "b/two": "import y",
      "b/y.py": "",
      "c/three": "#!/bin/bash -e\n. ./z.sh",
      "z.sh": "",
      "d/four.rb": "require_relative 'w'",
      "d/w.rb": "",
    };
    const command = "a/one; python3 b/two; c/three; ruby d/four.rb";
    expect(await covered(files, command)).toEqual(Object.keys(files).sort());
  });

  it("T1 follows what loaded files load, also in a circle", async () => {
    const files = {
      "hooks/guard.sh": "bash hooks/a.sh",
      "hooks/a.sh": "node hooks/b.js",
      "hooks/b.js": 'require("./c")',
      "hooks/c.js": 'require("./b"); require("./d.json")',
      "hooks/d.json": "{}",
    };
    expect(await covered(files, "hooks/guard.sh")).toEqual(Object.keys(files).sort());
  });

  it("T1 a program elsewhere that a script starts is covered; the project's code that it loads is not", async () => {
    const files = {
      "hooks/tests-pass.sh": 'node "$CLAUDE_PROJECT_DIR"/test.mjs || exit 2',
      "test.mjs": 'import "./src/code.mjs"',
      "src/code.mjs": "",
    };
    expect(await covered(files, "hooks/tests-pass.sh")).toEqual([
      "hooks/tests-pass.sh",
      "test.mjs",
    ]);
  });

  it("T1 a program text in the command: what it loads", async () => {
    const files = { "lib.sh": "", "x.js": "" };
    const command = `bash -c '. ./lib.sh && check'; node -e 'require("./x")'`;
    expect(await covered(files, command)).toEqual(["lib.sh", "x.js"]);
  });

  it("T1 not covered: data that a script reads or writes, packages, files outside", async () => {
    const files = {
      "guard.sh":
        "cat count; echo 1 > count; node -e 'fs.readFileSync(\"./log.json\")'; . /etc/profile",
      "guard.mjs": 'import "pkg"; fs.writeFileSync("./log.json", "")',
      count: "0",
      "log.json": "",
      "node_modules/pkg/index.js": "",
    };
    expect(await covered(files, "./guard.sh; node guard.mjs")).toEqual(["guard.mjs", "guard.sh"]);
  });

  it.each([
    "grep -qf hooks/rules && exit 2",
    'grep -q --file="$CLAUDE_PROJECT_DIR/hooks/rules"',
    "cd hooks && grep -E -frules",
    "jq -e -f hooks/rules",
    "jq --slurpfile rules hooks/rules '.x'",
    "awk -F: -f hooks/rules",
    "if sed -n -f hooks/rules | grep -q x; then exit 2; fi",
  ])("T1 a file with patterns or a program: %s", async (text) => {
    const files = { "hooks/guard.sh": text, "hooks/rules": "x" };
    expect(await covered(files, "hooks/guard.sh")).toEqual(["hooks/guard.sh", "hooks/rules"]);
  });

  it("T5 data that a script reads with < is protected, unless it writes it or it is the project's", async () => {
    const root = folderWith({
      "hooks/guard.sh": [
        'while read -r rule; do [ "$rule" ]; done < hooks/rules',
        "read n < hooks/count; echo $((n + 1)) > hooks/count",
        "read -r mode < hooks/mode; wc -l < src/code.ts; cat < /proc/uptime",
        "sort < hooks/sorted > hooks/sorted",
      ].join("\n"),
      ...{ "hooks/rules": "", "hooks/count": "", "hooks/mode": "", "hooks/sorted": "" },
      "src/code.ts": "",
    });
    const reader = createScriptReader({ projectDirectory: root });
    const subject = subjectOf(root, "hooks/guard.sh");
    const paths = await reader.loadedPathsOf(subject);
    expect(paths.map(({ path }) => relative(root, path))).toEqual([
      "hooks/guard.sh",
      "hooks/rules",
    ]);
    expect((await reader.filesOf(subject)).map(({ path }) => relative(root, path))).toEqual([
      "hooks/guard.sh",
    ]);
  });

  it("T1 a link: what is beside it and what is beside the real file", async () => {
    const root = folderWith({ "real/guard.js": 'require("./lib")', "real/lib.js": "" });
    symlinkSync("real/guard.js", join(root, "guard.js"));
    const files = await createScriptReader({ projectDirectory: root }).filesOf(
      subjectOf(root, "node guard.js"),
    );
    expect(files.map(({ path }) => relative(root, path))).toContain("real/lib.js");
  });

  it("T1 a loaded file that changes, or one that appears before it: changed", async () => {
    const root = folderWith({ "guard.py": "import lib\nimport json", "lib.py": "deny = True" });
    const file = join(temporaryFolder(), "trust.json");
    const store = openTrustStore({ file, environment: { projectDirectory: root } });
    const subject = subjectOf(root, "python3 guard.py");
    const present = new Set([subject.id]);
    await store.trust([subject]);
    expect(await store.check(subject, { present })).toEqual({ state: "trusted" });
    appendFileSync(join(root, "lib.py"), "\ndeny = False");
    writeFileSync(join(root, "json.py"), "");
    expect(await store.check(subject, { present })).toMatchObject({
      state: "changed",
      differences: [
        { kind: "content", where: "lib.py", diff: expect.stringContaining("+deny = False") },
        { kind: "added", where: "json.py" },
      ],
    });
  });

  it("T9 trust --show lists loaded files as such", async () => {
    const root = folderWith({ "guard.sh": ". ./lib.sh", "lib.sh": "" });
    const file = join(temporaryFolder(), "trust.json");
    const store = openTrustStore({ file, environment: { projectDirectory: root } });
    expect((await store.describe(subjectOf(root, "./guard.sh"))).covered).toMatchObject([
      { what: "definition" },
      { path: "guard.sh", loaded: false },
      { path: "lib.sh", loaded: true },
    ]);
  });

  it.each([
    ['d=$(git rev-parse --git-dir); . "$d/lib.sh"', ['"$d/lib.sh" in guard.sh']],
    ['"$CHECK" x', ['"$CHECK" in guard.sh']],
    ['node "$1" --fast', ['"$1" in guard.sh']],
    ["exec $(which guard)", ["$(which guard) in guard.sh"]],
    ['cd "$X" && ./check.sh', ["./check.sh in guard.sh"]],
    ['. ./lib.sh; bash lib.sh "$1"; cd "$X" && ./lib.sh; bash -c \'echo\' "$1"', []],
  ])("T9 trust --show names what a script computes: %s", async (text, expected) => {
    const root = folderWith({ "guard.sh": text, "lib.sh": "" });
    const file = join(temporaryFolder(), "trust.json");
    const store = openTrustStore({ file, environment: { projectDirectory: root } });
    const { notCovered } = await store.describe(subjectOf(root, "./guard.sh"));
    const computed = notCovered.filter(({ why }) => why === "only known when the script runs");
    expect(computed.map(({ what }) => what)).toEqual(expected);
  });

  it("T1 never throws, whatever a script says", async () => {
    const words = fc.constantFrom(
      ...". source bash -c import from require( ' \" ` $( ) ${0%/*} ./x ../y \n ; & | { } # \\ \0".split(
        " ",
      ),
    );
    const text = fc.array(fc.oneof(words, fc.string()), { maxLength: 30 });
    const place = { path: "/p/hooks/x", top: "/p/hooks/x", root: "/p", variables: new Map() };
    await fc.assert(
      fc.asyncProperty(text, async (parts) => {
        const paths = await loadedPaths({ ...place, text: parts.join(" ") });
        expect(paths.every(({ path }) => path.startsWith("/"))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["from x import (", 1500],
    ["from          ", 1500],
    ['require("./a', 2000],
    ["{ ", 1000],
    ["import", 4000],
    ["join(__dirname,'a',", 1000],
  ])("T1 the work grows with the length: %j", async (text, times) => {
    const place = { path: "/p/x", top: "/p/x", root: "/p", variables: new Map() };
    const work = (length: number) => loadedPaths({ ...place, text: text.repeat(length) });
    expect(await growthOf(times, work)).toBeLessThan(2.2);
  });
});
