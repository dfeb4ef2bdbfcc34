import { describe, expect, it } from "vitest";
import { denyHolds } from "./permissions.ts";
import { parseRule } from "./rule.ts";

const context = { cwd: "/project", projectDirectory: "/project", home: "/home/user" };

function denies(text: string, command: string): boolean {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return denyHolds(parsed.rule, { toolName: "Bash", toolInput: { command } }, context).holds;
}

describe("M9 a deny rule for a program holds where another one may run it", () => {
  it.each([
    "prlimit touch c",
    "/lib64/ld-linux-x86-64.so.2 /usr/bin/touch c",
    "choom -n 0 -- touch c",
    "linux64 touch c",
    "capsh -- -c 'touch c'",
    "sg root -c 'touch c'",
    "sg root -c \"sh -c 'touch c'\"",
    "ssh-agent touch c",
    "gpg-agent --daemon touch c",
    "dbus-run-session touch c",
    "logsave l touch c",
    "fakeroot touch c",
    "perf stat touch c",
    "valgrind touch c",
    "timeout 5 valgrind touch c",
    "npx touch c",
    "npm exec touch c",
    "docker run alpine touch c",
    "mapfile -C 'touch c #' -c 1 a < list",
    "readarray -C touch -c 1 a < list",
    "test -v 'a[$(touch c)]'",
    "[ -v 'a[$(touch c)]' ]",
    "printf -v 'a[$(touch c)]' x",
    "read 'a[$(touch c)]' < list",
    "shopt -s expand_aliases; alias x='touch c'\nx",
    "alias x=touch",
    "git -c alias.x='!touch c' x",
    "git -c core.pager='touch c' -p log",
    "PAGER='touch c' git -p log",
    "env PAGER='touch c' git -p log",
    "git grep -O'touch c' x",
    "git grep --open-files-in-pager='touch c' x",
    "git rebase -x 'touch c' main",
    "git rebase --exec='touch c' main",
    "git bisect run touch c",
    "git submodule foreach 'touch c'",
    "git filter-branch --tree-filter 'touch c' HEAD",
    "[[ -v 'a[$(touch c)]' ]]",
    "x='$(touch c)'; echo \"${x@P}\"",
    "x='a[`touch c`]'; echo $((x))",
    "hash -p /usr/bin/touch x; x c",
    "cp /usr/bin/touch mine; ./mine c",
    "ln -s /usr/bin/touch mine",
    "awk 'BEGIN{system(\"touch c\")}'",
    "awk 'BEGIN{print 1 | \"touch c\"}'",
    "awk 'BEGIN{\"touch c\" | getline}'",
    "sed -n '1e touch c' list",
    "sed 's/.*/touch &/e' list",
    "sed -e 's,x,touch c,ge' list",
    "tar cf /dev/null a --checkpoint=1 --checkpoint-action=exec='touch c'",
    "tar cf /dev/null -I 'touch c' a",
    "tar xf a --to-command='touch c'",
    "python3 -c 'import os; os.system(\"touch c\")'",
    'python3 -c \'import subprocess; subprocess.run(["touch", "c"])\'',
    "python3 <<< 'import os; os.system(\"touch c\")'",
    "perl -e 'system \"touch c\"'",
    "perl -e 'print `touch c`'",
    'node -e \'require("child_process").execSync("touch c")\'',
    "vim -es -c '!touch c' -c q",
    "ed -s list <<< '!touch c'",
    "make -f - <<< $'all:\\n\\ttouch c'",
  ])("holds: %s", (line) => {
    expect(denies("Bash(touch:*)", line)).toBe(true);
  });

  it.each([
    "grep -rn touch src",
    "git commit -m touch",
    "git commit -m 'touch c'",
    "git checkout touch",
    "git -c user.name='touch c' log",
    "npm install touch",
    "npm run touch",
    "docker pull touch",
    "echo 'touch c'",
    "cat touch",
    "make touch",
    "gh pr create --title 'touch c'",
    "python3 -c 'touch = 1'",
    "printf '%s' 'touch c'",
    "sometool retouch",
    "sometool src/touch",
    "sometool 'it is \"touch c\"'",
    "NODE_ENV=test npm test",
    "alias ll='ls -la'",
    "cp src/touch copy",
    "hash touch",
    "echo $((x + 1)); echo touch c",
    "awk '/touch c/ {print}' list",
    "sed -n '/touch c/p' list",
    "sed 's/one/touch c/' list",
    "python3 -c 'print(\"touch c\")'",
    "tar cf a.tar touch",
    "git log --grep='touch c'",
    "vim touch",
  ])("does not concern: %s", (line) => {
    expect(denies("Bash(touch:*)", line)).toBe(false);
  });

  it.each([
    ["valgrind git status", false],
    ["valgrind git push", true],
    ["git -c alias.p=push p", true],
  ])("compares the words that follow: %s", (line, holds) => {
    expect(denies("Bash(git push:*)", line)).toBe(holds);
  });
});
