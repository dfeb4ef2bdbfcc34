import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readsOutside } from "./reads-outside.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "reads-outside-")));
const cwd = join(home, "project");
mkdirSync(join(cwd, "sub"), { recursive: true });
symlinkSync("/etc/hostname", join(cwd, "link"));

const isOutside = (line: string, directories = [cwd]) =>
  readsOutside(line, { cwd, home, line, directories });

describe("G1 a read-only command that asks, because it reads or runs outside the project", () => {
  it.each([
    "cat /etc/hostname",
    "ls ~",
    "ls $HOME",
    "cat ../x",
    "cat sub/../../x",
    "cat link",
    "cat < /etc/hostname",
    "cd /",
    "cd",
    "cd .. && ls",
    "(cd / && ls)",
    "d=/etc; ls $d",
    "cat $SOMEWHERE",
    "for f in /etc/*; do cat $f; done",
    "grep -c root /etc/passwd",
    "grep -e root /etc/passwd",
    "grep -rex /etc/passwd",
    "grep -- -x /etc/passwd",
    "grep --file=/etc/passwd x",
    "grep $X /etc/passwd",
    "rg --files /etc",
    "sed -n 1p /etc/passwd",
    "jq --rawfile a /etc/passwd . x",
    "cut -d: -f1 /etc/passwd",
    "sort -k 2 /etc/passwd",
    "find -L /etc -name x",
    "git -C /tmp status",
    "git diff --no-index x /etc/passwd",
    "ls; cat $(cat /etc/x)",
  ])("%s", (line) => {
    expect(isOutside(line)).toBe(true);
  });
});

describe("G1 a read-only command in the project", () => {
  it.each([
    "ls",
    "cat a sub/../b ./c",
    "cd sub && cat a.txt",
    "cat $PWD/x",
    "cat *.txt > /dev/null",
    "grep x file /dev/null",
    "grep -rn /api/users sub",
    "grep -e /api sub",
    "grep -- /api sub",
    "sed '/start/,/end/p' x",
    "jq '..' x.json",
    "cut -d/ -f1 x",
    "cut -d / -f1 x",
    "sort -t / x",
    "find . -path '/x*'",
    "ls | tr / .",
    "echo /etc $HOME",
    "test -f /etc/x",
    "diff <(ls a) <(ls b)",
    "wc -l $(git ls-files)",
    "git log --oneline -- sub",
  ])("%s", (line) => {
    expect(isOutside(line)).toBe(false);
  });
});

it("G1 directories that were added to the project are read without a question", () => {
  expect(isOutside("cat /etc/hostname", [cwd, "/etc"])).toBe(false);
});
