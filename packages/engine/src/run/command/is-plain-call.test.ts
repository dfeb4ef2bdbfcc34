import { describe, expect, it } from "vitest";
import { isPlainCall } from "./is-plain-call.ts";

describe("P5 the plain call of a program", () => {
  const plain = [
    "node",
    "/usr/bin/env node guard.js --strict",
    '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh',
    "${CLAUDE_PLUGIN_ROOT}/run.sh 'a $b' \"it's $HOME\"",
    "python3 -m guard --level=2 a:b,c@d%e+f",
    "npx prettier --check $CLAUDE_PROJECT_DIR \n",
    "jq -r '.tool_input.command'",
  ];
  it.each(plain)("%j", (command) => {
    expect(isPlainCall(command)).toBe(true);
  });

  it.each([
    "",
    "echo hi",
    "[[ $x == y ]] && exit 2",
    "[ a == b ]",
    "test -f x",
    ". ./lib.sh",
    "source lib.sh",
    "'echo' hi",
    "guard.sh | cat",
    "guard.sh; exit 2",
    "guard.sh &",
    "guard.sh > log",
    "guard.sh 2>&1",
    "cat <<< x",
    "diff <(a) b",
    "a=(1 2)",
    "X=1 guard.sh",
    "ls *.ts",
    "ls ~/x",
    "touch {a,b}",
    "guard.sh $(pwd)",
    "guard.sh `pwd`",
    'guard.sh "$(pwd)"',
    "guard.sh $RANDOM",
    "guard.sh ${HOME:-x}",
    "guard.sh ${HOMER}",
    "guard.sh $HOMER",
    "guard.sh $'a'",
    'guard.sh $"a"',
    'guard.sh "a\\nb"',
    "guard.sh a\\ b",
    "guard.sh # comment",
    "! guard.sh",
    "a\nb",
    "%1",
    "$USER x",
    "time guard.sh",
    "guard.sh 'unfinished",
  ])("not %j", (command) => {
    expect(isPlainCall(command)).toBe(false);
  });
});
