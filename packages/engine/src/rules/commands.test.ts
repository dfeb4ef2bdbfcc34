// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the lines are shell text
import { describe, expect, it } from "vitest";
import { allowHolds, denyHolds, ifHolds } from "./permissions.ts";
import { parseRule, type Rule } from "./rule.ts";
import type { ToolCall } from "./tool-call.ts";

const context = { cwd: "/project", projectDirectory: "/project", home: "/home/user" };

const bash = (command: unknown): ToolCall => ({ toolName: "Bash", toolInput: { command } });

function rule(text: string): Rule {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.rule;
}

/**
 * Command line, rules separated by ` + `, and whether they hold as `if` (M8), as deny or ask (M9)
 * and as allow (M9). With several rules, `if` and deny hold if one of them does.
 */
type Row = readonly [line: string, rules: string, asIf: 0 | 1, asDeny: 0 | 1, asAllow: 0 | 1];

const git = "Bash(git:*)";
const echo = "Bash(echo:*)";
const ls = "Bash(ls:*)";
const rm = "Bash(rm:*)";

const patterns: readonly Row[] = [
  ["echo hello", "Bash(git *)", 0, 0, 0],
  ["echo hello", "Bash(echo *)", 1, 1, 1],
  ["echo hello", "Bash(echo:*)", 1, 1, 1],
  ["echo hello", "Bash", 1, 1, 1],
  ["echo hello", "Bash(*)", 1, 1, 1],
  ["echo hello", "Bash(**)", 1, 1, 1],
  ["echo hello", "Write", 0, 0, 0],
  ["echo hello", "Bash(echo hello)", 1, 1, 1],
  ["echo hello x", "Bash(echo hello)", 0, 0, 0],
  ["git", git, 1, 1, 1],
  ["git", "Bash(git *)", 0, 0, 0],
  ["git status", git, 1, 1, 1],
  ["gitk", git, 0, 0, 0],
  ["gitk", "Bash(git*)", 1, 1, 1],
  ["git-upload-pack x", git, 0, 0, 0],
  ["  git   status  ", "Bash(git status)", 1, 1, 1],
  ["git\tstatus", "Bash(git status)", 1, 1, 1],
  ["git push origin main", "Bash(git * main)", 1, 1, 1],
  ["git push origin main2", "Bash(git * main)", 0, 0, 0],
  ["git push origin main", "Bash(* main)", 1, 1, 1],
  ["npm run test -- a", "Bash(npm run test:*)", 1, 1, 1],
  ["npm run tests", "Bash(npm run test:*)", 0, 0, 0],
  ["npm run a b c", "Bash(npm * b:*)", 1, 1, 1],
  ["Git status", git, 0, 0, 0],
  ["git status", "mcp__git", 0, 0, 0],
];

const separators: readonly Row[] = [
  ["git status && rm -rf /", git, 1, 1, 0],
  ["git status && rm -rf /", rm, 1, 1, 0],
  ["git status && rm -rf /", `${git} + ${rm}`, 1, 1, 1],
  ["git status && ls", "Bash(git *) + Bash(ls)", 1, 1, 1],
  ["git status; rm -rf /", git, 1, 1, 0],
  ["git status | rm -rf /", git, 1, 1, 0],
  ["git status |& rm -rf /", git, 1, 1, 0],
  ["git status || rm -rf /", git, 1, 1, 0],
  ["git status & rm -rf /", git, 1, 1, 0],
  ["git status\nrm -rf /", git, 1, 1, 0],
  ["git status\r\nrm -rf /", git, 1, 1, 0],
  ["git status\r\nrm -rf /", rm, 1, 1, 0],
  ["git status &", git, 1, 1, 0],
  ["git status;", git, 1, 1, 1],
  ["git status\\\n && rm x", git, 1, 1, 0],
  ["git status # && rm -rf /", rm, 0, 0, 0],
  ["git status # && rm -rf /", git, 1, 1, 1],
  ["# rm", rm, 0, 0, 0],
  ["", git, 0, 0, 0],
  ["git status '&& rm -rf /'", rm, 0, 0, 0],
  ["git status '&& rm -rf /'", git, 1, 1, 1],
  ["curl x | sh", "Bash(curl * | sh)", 1, 1, 0],
  ["FOO=1 echo hello && ls -d .; pwd", "Bash(git *)", 0, 0, 0],
  ["FOO=1 echo hello && ls -d .; pwd", "Bash(echo *)", 1, 1, 0],
  ["FOO=1 echo hello && ls -d .; pwd", "Bash(ls *)", 1, 1, 0],
  ["FOO=1 echo hello && ls -d .; pwd", "Bash(rm *)", 0, 0, 0],
  ["FOO=1 echo hello && ls -d .; pwd", "Bash(pwd)", 1, 1, 0],
  ["FOO=1 echo hello && ls -d .; pwd", "Bash(FOO=1 *)", 0, 1, 0],
];

const structures: readonly Row[] = [
  ["(git status; rm x)", git, 1, 1, 0],
  ["(git status; git log)", git, 1, 1, 0],
  ["{ git status; rm x; }", rm, 1, 1, 0],
  ["{ git status; }", git, 1, 1, 0],
  ["if git status; then rm x; fi", git, 1, 1, 0],
  ["if git status; then rm x; fi", rm, 1, 1, 0],
  ["if git a; then git b; elif git c; then git d; else git e; fi", git, 1, 1, 1],
  ["if git a; then git b; else rm x; fi", git, 1, 1, 0],
  ["while git a; do rm x; done", git, 1, 1, 0],
  ["until git a; do git b; done", git, 1, 1, 1],
  ["for f in a b; do git add $f; done", git, 1, 1, 0],
  ["for f in a b; do rm $f; done", git, 0, 0, 0],
  ["for PATH in /tmp; do git status; done", git, 1, 1, 0],
  ["for ((i=0;i<3;i++)); do git status; done", git, 1, 1, 0],
  ["select x in a; do rm x; done", rm, 1, 1, 1],
  ["case x in x) rm y;; esac", rm, 1, 1, 1],
  ["case x in x) rm y;; esac", git, 0, 0, 0],
  ["git() { rm -rf /; }; git status", git, 1, 1, 0],
  ["function f { rm x; }; f", rm, 1, 1, 0],
  ['f() { "$@"; }; f rm x', rm, 1, 1, 0],
  ["! git status", git, 1, 1, 1],
  ["! rm x", git, 0, 0, 0],
  ["time git status", git, 1, 1, 1],
  ["time -p rm x", git, 0, 0, 0],
  ["coproc rm x", rm, 1, 1, 0],
  ["coproc rm x", git, 0, 0, 0],
  ["[[ -f x ]] && git status", git, 1, 1, 1],
  ["[[ -n $(rm x) ]] && git status", git, 1, 1, 0],
  ["[[ a[0] -eq 1 ]] && git status", git, 1, 1, 0],
  ["[ -f x ] && git status", git, 1, 1, 0],
  ["(( 1 + 2 )) && git status", git, 1, 1, 1],
  ["(( x = 1 )) && git status", git, 1, 1, 0],
  ["echo $((1+2))", echo, 1, 1, 1],
  ["for x in 'a[$(rm y)]'; do echo $((x)); done", echo, 1, 1, 0],
  ["for x in '$(rm y)'; do echo ${x@P}; done", echo, 1, 1, 0],
  ["echo ${!x}", echo, 1, 1, 0],
  ["echo ${x:=1}", echo, 1, 1, 0],
  ["echo ${x:-1} ${#x} ${x%.c} ${x:1:2}", echo, 1, 1, 0],
  ["[[ -f x ]]", git, 0, 0, 0],
];

const substitutions: readonly Row[] = [
  ['echo $(date +%Y) "${UNSET:-x}" `whoami`', "Bash(git *)", 1, 0, 0],
  ['echo $(date +%Y) "${UNSET:-x}" `whoami`', "Bash(rm *)", 1, 0, 0],
  ['echo $(date +%Y) "${UNSET:-x}" `whoami`', "Bash(echo *)", 1, 1, 0],
  ["git log $(rm x)", git, 1, 1, 0],
  ["git log $(rm x)", rm, 1, 1, 0],
  ["git log $(git rev-parse HEAD)", git, 1, 1, 0],
  ["git log --oneline", "Bash(git log:*)", 1, 1, 1],
  ["git log --output=x", "Bash(git log:*)", 1, 1, 0],
  ["git log --out''put x", "Bash(git log:*)", 1, 1, 0],
  ["git log ${o:---output=x}", "Bash(git log:*)", 1, 1, 0],
  ["git log --output=x", git, 1, 1, 1],
  ["git log `rm x`", git, 1, 1, 0],
  ['git log "$(rm x)"', rm, 1, 1, 0],
  ['git log "`rm x`"', rm, 1, 1, 0],
  ["git log '$(rm x)'", rm, 0, 0, 0],
  ["git log '$(rm x)'", git, 1, 1, 1],
  ["git log \\$(rm x)", rm, 1, 1, 0],
  ["echo `echo \\`rm x\\``", rm, 1, 1, 0],
  ["echo $(echo $(rm x))", rm, 1, 1, 0],
  ["echo ${x:-$(rm x)}", rm, 1, 1, 0],
  ["echo $((1+$(rm x)))", rm, 1, 1, 0],
  ["X=$(rm x) git status", rm, 1, 1, 0],
  ["X=$(rm x)", rm, 1, 1, 0],
  ["diff <(git a) <(rm x)", rm, 1, 1, 0],
  ["git a > >(rm x)", rm, 1, 1, 0],
  ["echo ${ rm x; }", rm, 1, 1, 0],
  ["cat <<EOF\n$(rm x)\nEOF", "Bash(cat:*)", 1, 1, 0],
  ["cat <<EOF\n$(rm x)\nEOF", rm, 1, 1, 0],
  ["cat <<'EOF'\n$(rm x)\nEOF", rm, 0, 0, 0],
  ["cat <<'EOF'\n$(rm x)\nEOF", "Bash(cat:*)", 1, 1, 1],
  ["cat <<EOF\nplain\nEOF", "Bash(cat)", 1, 1, 1],
  ["cat <<EOF && rm x\nplain\nEOF", "Bash(cat)", 1, 1, 0],
  ["cat <<EOF\nplain\nEOF\nrm x", "Bash(cat)", 1, 1, 0],
  ["cat <<EOF\nplain", "Bash(cat)", 1, 1, 0],
  ['cat <<< "$(rm x)"', rm, 1, 1, 0],
  ["cat <<< x", "Bash(cat)", 1, 1, 1],
];

const redirections: readonly Row[] = [
  ["echo x >file", echo, 1, 1, 0],
  ["echo x >> file", echo, 1, 1, 0],
  ["echo x >| file", echo, 1, 1, 0],
  ["echo x &> file", echo, 1, 1, 0],
  ["echo x &>> file", echo, 1, 1, 0],
  ["echo x >& file", echo, 1, 1, 0],
  ["echo x 3<> file", echo, 1, 1, 0],
  [">file echo x", echo, 1, 1, 0],
  ["> file", echo, 0, 0, 0],
  ["(echo x) > file", echo, 1, 1, 0],
  ["echo x > $FILE", echo, 1, 1, 0],
  ["echo x > /dev/null 2>&1", echo, 1, 1, 1],
  ["echo x &>/dev/null", echo, 1, 1, 1],
  ["echo x >/dev/null/../x", echo, 1, 1, 0],
  ["echo x 2>&1", "Bash(echo x)", 1, 1, 1],
  ["echo x 2>&-", "Bash(echo x)", 1, 1, 1],
  ["cat < file", "Bash(cat)", 1, 1, 1],
  ["cat < /dev/tcp/host/80", "Bash(cat)", 1, 1, 0],
  ["echo x > /etc/passwd", "Bash(echo * > /etc/*)", 1, 1, 0],
  ["echo x >/etc/passwd", "Bash(echo * > /etc/*)", 1, 1, 0],
  ["echo x > file", "Bash", 1, 1, 1],
  ["{PATH}</dev/null echo x", echo, 1, 1, 0],
];

const disguises: readonly Row[] = [
  ["r'm' -rf /", rm, 1, 1, 1],
  ['"rm" -rf /', rm, 1, 1, 1],
  ["\\rm -rf /", rm, 1, 1, 1],
  ["$'rm' -rf /", rm, 1, 1, 1],
  ["$'\\x72m' -rf /", rm, 1, 1, 1],
  ["r\\\nm -rf /", rm, 1, 1, 1],
  ["rm '-rf' /", "Bash(rm -rf *)", 1, 1, 1],
  ["/bin/rm -rf /", rm, 1, 1, 0],
  ["./git status", git, 1, 1, 0],
  ["$HOME/rm x", rm, 1, 1, 0],
  ["'git status'", "Bash(git status)", 1, 1, 0],
  ["git\\ status", "Bash(git status)", 1, 1, 0],
  ["'git status' x", git, 1, 1, 0],
  ["git 'a b'", "Bash(git a b)", 1, 1, 0],
  ["git 'log' 'a b'", "Bash(git log 'a b')", 1, 1, 1],
  ["git commit -m 'a b'", "Bash(git commit -m 'a b')", 1, 1, 1],
  ["$CMD x", git, 1, 1, 0],
  ["$CMD x", "Bash(*x)", 1, 1, 0],
  ["$CMD x", "Bash", 1, 1, 1],
  ["${X}m -rf /", rm, 1, 1, 0],
  ["$HOME/bin/tool x", rm, 0, 0, 0],
  ["$(echo rm) x", rm, 1, 1, 0],
  ["/bin/r? x", rm, 1, 1, 0],
  ["{rm,-rf,/}", rm, 1, 1, 0],
  ["git{,x} status", "Bash(git*)", 1, 1, 0],
  ["git $X", git, 1, 1, 0],
  ["git $X", "Bash(git $X)", 1, 1, 1],
  ["git {a,b} *.ts", git, 1, 1, 1],
  ["git *.c {a,b}", git, 1, 1, 1],
  ["alias ls=rm; ls x", ls, 1, 1, 0],
  ["alias ls=rm; ls x", `${ls} + Bash(alias:*)`, 1, 1, 0],
  ["PATH=/evil git status", git, 1, 1, 0],
  ["PATH=/evil; git status", git, 1, 1, 0],
  ["FOO=1 git status", git, 1, 1, 0],
  ["FOO=1 git status", "Bash(FOO=1 git:*)", 0, 1, 1],
  ["FOO=1 timeout 5 git status", "Bash(FOO=1 git:*)", 0, 1, 1],
  ["FOO=1 sudo git status", "Bash(FOO=1 git:*)", 0, 1, 0],
  ["FOO=1 PATH=/evil git status", "Bash(FOO=* git status)", 0, 1, 0],
  ["PATH=/evil git --version", "Bash(* --version)", 1, 1, 0],
  ["'FOO=1' git status", "Bash(FOO=1 git:*)", 1, 1, 0],
  ["git\u00a0status", git, 0, 0, 0],
  ["git\u2003status && rm x", git, 0, 0, 0],
  ["git status\0rm", git, 1, 1, 0],
  ["r\0m x", rm, 1, 1, 0],
  ["git 'status", git, 1, 1, 0],
  ['git "status', rm, 1, 1, 0],
  ["git status $(", git, 1, 1, 0],
  ["git status )", git, 1, 1, 0],
  ["if git status", git, 1, 1, 0],
  ["git status &&", git, 1, 1, 0],
  ["git 'status", "Bash", 1, 1, 1],
  ["git 'status", "Read", 0, 0, 0],
];

const wrappers: readonly Row[] = [
  ["sudo git push", git, 1, 1, 0],
  ["sudo git push", "Bash(sudo git:*)", 1, 1, 1],
  ["sudo git push", "Bash(sudo:*)", 1, 1, 0],
  ["sudo -u x git push", git, 1, 1, 0],
  ["sudo -u x git push", "Bash(sudo -u x git:*)", 1, 1, 1],
  ["sudo --weird rm x", rm, 1, 1, 0],
  ["sudo rm -rf /", rm, 1, 1, 0],
  ["env X=1 git status", git, 1, 1, 0],
  ["env X=1 git status", "Bash(env X=1 git:*)", 1, 1, 1],
  ["env git status", git, 1, 1, 1],
  ["env -i -u X git status", git, 1, 1, 1],
  ["env -S 'rm x'", rm, 1, 1, 0],
  ["env -S'rm x'", rm, 1, 1, 0],
  ["env -iS 'rm x'", rm, 1, 1, 0],
  ["env --split-string='rm x'", rm, 1, 1, 0],
  ["git -C . -c a=b --no-pager --git-dir=x push", "Bash(git push:*)", 1, 1, 0],
  ["git -C push status", "Bash(git push:*)", 0, 0, 0],
  ["env rm x", "Bash(env:*)", 1, 1, 0],
  ["env", "Bash(env)", 1, 1, 1],
  ["timeout 5 git status", git, 1, 1, 1],
  ["timeout -s KILL 5 git status", git, 1, 1, 1],
  ["timeout --signal=KILL 5 git status", git, 1, 1, 1],
  ["timeout --odd 5 git status", git, 1, 1, 0],
  ["timeout $T git status", git, 1, 1, 0],
  ["timeout 5 rm x", git, 0, 0, 0],
  ["timeout 5 rm x", "Bash(timeout:*)", 1, 1, 0],
  ["timeout 5 rm x", "Bash(timeout 5 rm:*)", 1, 1, 1],
  ["nice -n 5 git status", git, 1, 1, 1],
  ["nice -10 git status", git, 1, 1, 1],
  ["nohup nice timeout 5 git status &", git, 1, 1, 0],
  ["nohup rm x", rm, 1, 1, 1],
  ["command git status", git, 1, 1, 1],
  ["command -v git", git, 0, 0, 0],
  ["command -v git", "Bash(command -v:*)", 1, 1, 1],
  ["builtin echo x", echo, 1, 1, 1],
  ["command eval 'rm x'", "Bash(command:*)", 1, 1, 0],
  ["/tmp/timeout 5 git status", git, 1, 1, 0],
  ["git ls-files | xargs rm", `${git} + Bash(xargs:*)`, 1, 1, 0],
  ["git ls-files | xargs rm", rm, 1, 1, 0],
  ["git ls-files | xargs git add", git, 1, 1, 1],
  ["git ls-files | xargs -n 1 -I{} git add {}", git, 1, 1, 1],
  ["echo x | xargs git status", `${echo} + Bash(git status)`, 1, 1, 0],
  ["echo x | xargs -I{} {} -rf /", `${echo} + Bash(*)`, 1, 1, 1],
  ["echo x | xargs -I{} {} -rf /", `${echo} + Bash({}:*)`, 1, 1, 0],
  ["echo x | xargs -I% git add %", `${echo} + Bash(git add %)`, 1, 1, 0],
  ["echo x | xargs --strange rm", rm, 1, 1, 0],
  ["find . -name x", "Bash(find:*)", 1, 1, 1],
  ["find . -exec rm {} \\;", "Bash(find:*)", 1, 1, 0],
  ["find . -exec rm {} \\;", rm, 1, 1, 0],
  ["find . -exec rm {} +", "Bash(find . -exec rm {} +)", 1, 1, 1],
  ["find . -delete", "Bash(find:*)", 1, 1, 0],
  ["find . -fprintf x y", "Bash(find:*)", 1, 1, 0],
  ["find . $X", "Bash(find:*)", 1, 1, 0],
  ["for x in '. -delete'; do find .$x; done", "Bash(find:*)", 1, 1, 0],
  ['for x in a; do find ./"$x"; done', "Bash(find:*)", 1, 1, 0],
  ["find . '-delete'", "Bash(find:*)", 1, 1, 0],
  ["setsid rm x", rm, 1, 1, 0],
  ["watch git status", "Bash(watch:*)", 1, 1, 0],
  ["watch git status", "Bash(watch git status)", 1, 1, 1],
  ["su -c 'rm x'", rm, 1, 1, 0],
  ["time -o f git status", git, 0, 0, 0],
];

const scripts: readonly Row[] = [
  ["bash -c 'rm -rf /'", rm, 1, 1, 0],
  ["bash -c 'rm -rf /'", "Bash(bash:*)", 1, 1, 0],
  ["bash -c 'git status'", git, 1, 1, 0],
  ["bash -c 'git status; rm x'", git, 1, 1, 0],
  ["sh -c 'git status > f'", git, 1, 1, 0],
  ["bash -euo pipefail -c 'git status'", git, 1, 1, 0],
  ["bash -lc 'rm x'", rm, 1, 1, 0],
  ["bash --rcfile x -c 'git status'", git, 1, 1, 0],
  ['bash -c "git $X"', git, 1, 1, 0],
  ['bash -c "$X"', rm, 1, 1, 0],
  ["bash -c '$0 x' rm", rm, 1, 1, 0],
  ["bash -c \"bash -c 'rm x'\"", rm, 1, 1, 0],
  ["bash -c 'echo $(rm x)'", git, 1, 0, 0],
  ["bash -c 'git", git, 1, 1, 0],
  ['bash -c "git \'x"', rm, 1, 1, 0],
  ["sudo bash -c 'git status'", git, 1, 1, 0],
  ["FOO=1 bash -c 'git status'", git, 1, 1, 0],
  ["/bin/bash -c 'rm x'", rm, 1, 1, 0],
  ["timeout 5 bash -c 'git status'", git, 1, 1, 0],
  ["bash script.sh", "Bash(bash script.sh)", 1, 1, 1],
  ["bash <<EOF\nrm x\nEOF", rm, 1, 1, 0],
  ["bash <<< 'rm x'", git, 0, 0, 0],
  ["bash <<< 'rm x'", rm, 1, 1, 0],
  ["bash <<EOF\n$X\nEOF", git, 1, 1, 0],
  ["curl x | sh", "Bash(curl:*) + Bash(sh:*)", 1, 1, 0],
  ["echo 'rm x' | sh", rm, 1, 1, 0],
  ["echo 'rm x' | bash -s", rm, 1, 1, 0],
  ["sh script", rm, 0, 0, 0],
  ["echo x | xargs -I{} sh -c 'git {}'", `${echo} + ${git}`, 1, 1, 0],
  ["eval 'rm x'", rm, 1, 1, 0],
  ["eval 'git status'", git, 1, 1, 0],
  ["eval git status", "Bash(eval git status)", 1, 1, 0],
  ["eval git status", "Bash(eval:*)", 1, 1, 0],
  ["eval git status", "Bash", 1, 1, 1],
  ['eval "$X"', rm, 1, 1, 0],
  ["source x", "Bash(source:*)", 1, 1, 0],
  [". x", "Bash(. x)", 1, 1, 0],
  ["exec git status", git, 1, 1, 0],
  ["exec rm x", rm, 1, 1, 0],
  ["trap 'rm x' EXIT", rm, 1, 1, 0],
  ["trap 'rm x' EXIT", "Bash(trap:*)", 1, 1, 0],
];

const tables = {
  patterns,
  separators,
  structures,
  substitutions,
  redirections,
  disguises,
  wrappers,
  scripts,
};

describe.each(Object.entries(tables))("command rules: %s", (_name, rows) => {
  it.each(rows)(
    "M7 M8 M9 %j with %s: if %i, deny %i, allow %i",
    (line, text, asIf, asDeny, asAllow) => {
      const rules = text.split(" + ").map(rule);
      const call = bash(line);
      const some = (holds: typeof ifHolds) => rules.some((one) => holds(one, call, context).holds);
      expect({
        asIf: some(ifHolds),
        asDeny: some(denyHolds),
        asAllow: allowHolds(rules, call, context).holds,
      }).toEqual({ asIf: asIf === 1, asDeny: asDeny === 1, asAllow: asAllow === 1 });
    },
  );
});

describe("because", () => {
  const line = bash("git status && rm -rf /");

  it("M8 M9 names the command that decided", () => {
    expect(denyHolds(rule(rm), line, context).because).toBe(
      'command "rm -rf /" of the line matches Bash(rm:*)',
    );
    expect(allowHolds([rule(git)], line, context).because).toBe(
      'no rule allows command "rm -rf /"',
    );
    expect(allowHolds([rule(git), rule(rm)], line, context).because).toBe(
      "every command of the line matches Bash(git:*), Bash(rm:*)",
    );
  });

  it("M8 says that a substitution or unreadable text runs the hook", () => {
    expect(ifHolds(rule(git), bash("echo $(date)"), context).because).toBe(
      "the line contains a command substitution",
    );
    expect(ifHolds(rule(git), bash("echo '"), context).because).toBe(
      `"echo '" cannot be parsed, so Bash(git:*) could match`,
    );
  });

  it("M9 a call without a command matches deny rules and no allow rule", () => {
    for (const toolInput of [undefined, null, "x", {}, { command: 1 }]) {
      const call = { toolName: "Bash", toolInput };
      expect(denyHolds(rule(git), call, context).holds).toBe(true);
      expect(allowHolds([rule(git)], call, context).holds).toBe(false);
    }
  });
});
