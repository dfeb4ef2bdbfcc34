import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isWithin, staysWithin } from "./confinement.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "confinement-")));
const project = join(base, "project");
const home = join(base, "home");
const transcript = join(home, "t.jsonl");
for (const folder of [project, home, join(project, "src")]) mkdirSync(folder);
writeFileSync(join(home, "secret"), "s");
symlinkSync(join(home, "secret"), join(project, "link"));
const confinement = { directories: [project], files: [transcript] };
const stays = (line: string, cwd = project) => staysWithin(confinement, line, { cwd, home });

describe("H3 what an agent hook may read", () => {
  it.each([
    [join(project, "src/a.ts"), true],
    [project, true],
    [transcript, true],
    [join(home, "secret"), false],
    [join(project, "link"), false],
    [join(project, "../home/secret"), false],
    [`${project}-other/x`, false],
  ])("H3 %s: %s", (path, expected) => {
    expect(isWithin(confinement, path)).toBe(expected);
  });

  it.each([
    "cat f.txt",
    "ls",
    "grep -rn todo src | head -5",
    "cd src && cat a.ts",
    "git log --oneline",
    `tail -1 ${transcript}`,
    "grep 'a b' src/a.ts; wc -l src/a.ts",
  ])("H3 a line that stays in the project: %s", (line) => {
    expect(stays(line)).toBe(true);
  });

  it.each([
    "cat ~/secret",
    "cat ../home/secret",
    "cat link",
    "cat src/../link",
    "cat /etc/passwd",
    "cd .. && cat home/secret",
    "cd && cat secret",
    "cat $HOME/secret",
    "cat *",
    "cat < ../home/secret",
    "grep -f/etc/passwd x src",
    "grep --file=/etc/passwd x",
    "grep -R s .",
    "find -L . -name secret",
    "echo `cat ../home/secret`",
    "cat 'unfinished",
  ])("H3 a line that may leave it: %s", (line) => {
    expect(stays(line)).toBe(false);
  });

  it("H3 a line in a directory outside the project does not stay in it", () => {
    expect(stays("ls", home)).toBe(false);
  });
});
