import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isReadOnlyCommand } from "./is-read-only-command.ts";

describe("G1 a read-only command", () => {
  test.each([
    "echo x; printenv | grep Y | sort | uniq -c",
    "ls -la *.ts && cat package.json | head -n 5",
    "cd packages && ls",
    "pwd",
    "git log --format='%h %an %gd' -3",
    "diff -u <(ls a) b/*.txt",
    "time ls",
    "FOO=1 echo one && ls -d .; pwd",
    'echo $(date +%Y) "${X:-x}" `whoami`',
    "git status && git diff --stat HEAD~1",
    "git --no-pager log --oneline -5",
    "git branch --list 'feature/*'",
    "git branch -a",
    "find . -name '*.ts' -type f",
    "grep -rn TODO src 2>/dev/null",
    "ls 2>&1",
    "sort -u -t, -k2 names.csv | uniq -c",
    "date -u +%s",
    "date -d yesterday",
    "test -f package.json && echo there",
    "for f in *.md; do wc -l $f; done",
    "echo out; echo err >&2; exit 3",
    "sleep 1; echo done",
    "command -v node",
    "rg -n pattern src",
    "cat <<END\ntext\nEND",
    "x=5; echo $x",
    "ps",
    "ps aux",
    "ps -ef",
    "ps -o etime,command -p 1",
  ])("%s", (line) => {
    expect(isReadOnlyCommand(line)).toBe(true);
  });
});

describe("G1 a command that may do more", () => {
  test.each([
    "",
    "cat /proc/$PPID/environ",
    "strings /proc/self/../1/environ",
    "cd /proc/1 && cat environ",
    "git show -s --format='%GG %G?'",
    "git log -1 --pretty='tformat:%h %GS'",
    "git log --format='%h%+GK'",
    'x=G; git log --format="%${x}S"',
    "git tag --format='%(signature:grade)'",
    "git branch --format='%(*signature)'",
    "diff -l a b",
    "diff -ul a b",
    "diff --pag a b",
    "x=-l; diff $x a b",
    "diff -{l,u} a b",
    "ps e",
    "ps auxe",
    "ps -p 1 eww",
    "touch a && echo b",
    "echo x > file",
    "echo x >> file",
    "ls > $OUT",
    "rm -rf /tmp/x",
    "ls; rm x",
    "echo $(rm x)",
    "echo `rm x`",
    "cat <(rm x)",
    "ls | xargs rm",
    "find . -delete",
    "find . -exec rm {} ;",
    "find . $MORE",
    "find . -fprintf out %p",
    "sort -o out in",
    "sort -uo out in",
    "sort --output=out in",
    "sort --compress-program=evil in",
    "uniq in out",
    "uniq in",
    "env",
    "date -s tomorrow",
    "date 010100002030",
    "hostname other",
    "env rm x",
    "env FOO=1 rm x",
    "PATH=/tmp/evil ls",
    "PATH=/tmp/evil; ls",
    "LD_PRELOAD=./evil.so ls",
    "GIT_DIR=/tmp/evil git status",
    "RIPGREP_CONFIG_PATH=/tmp/evil rg x",
    "a[$(rm x)]=1",
    "cd /tmp/evil && git status",
    "git -C /tmp/evil status",
    "git -c core.pager=evil log",
    "git diff --output=file",
    "git log --ext-diff",
    "git branch new",
    "git branch -D old",
    "git tag v1",
    "git commit -m x",
    "git push",
    "git stash",
    "git $X",
    "rg --pre evil x",
    "printf -v PATH /tmp/evil",
    'printf "$FORMAT"',
    "test -v 'a[$(rm x)]'",
    "[ $x ]",
    "x='a[$(rm x)]'; echo $((x))",
    "eval ls",
    "exec ls",
    "source file",
    "sudo ls",
    "bash -c ls",
    "$CMD",
    "./ls",
    "/tmp/ls",
    "ls() { rm x; }; ls",
    "unknown-program",
    "tee file",
    "sed -i s/a/b/ f",
    "npm test",
    "file -C -m magic",
    "read PATH",
    "uniq - file",
    "uniq -- -in file",
    "uniq in -c",
    "x='b -o file'; sort a$x",
    "x='b -o file'; sort a{$x,b}",
    "x='b] -o file ['; sort a[$x]",
    'a=(b -delete); find ".${a[@]}"',
    "x='HEAD --output=file'; git log a$x",
    "x='a --set=2030-01-01'; date -d $x",
    "sort --t=/tmp/x file",
    "printf %n PATH; ls",
    "printf -- '%s%5hhn' x PATH; ls",
    'x=%n; printf "a$x" PATH; ls',
    "export X=1",
    "if",
    "echo 'unterminated",
  ])("%s", (line) => {
    expect(isReadOnlyCommand(line)).toBe(false);
  });

  test("whatever else is in the line", () => {
    const looking = fc.constantFrom("ls", "pwd", "echo x", "cat f", "git status");
    const joint = fc.constantFrom("; ", " && ", " || ", " | ", "\n");
    fc.assert(
      fc.property(fc.array(looking), fc.array(looking), joint, (before, after, by) => {
        expect(isReadOnlyCommand([...before, "touch x", ...after].join(by))).toBe(false);
        expect(isReadOnlyCommand([...before, "pwd", ...after].join(by))).toBe(true);
      }),
    );
  });

  test("any text can be judged without an exception", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof isReadOnlyCommand(text)).toBe("boolean");
        expect(isReadOnlyCommand(`${text}\n\n./unknown`)).toBe(false);
      }),
    );
  });
});
