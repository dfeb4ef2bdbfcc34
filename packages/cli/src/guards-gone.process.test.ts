import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { bash, workplace } from "./testing/workplace.ts";

const guard = '"$CLAUDE_PROJECT_DIR"/.claude/guard.sh';
const files = {
  ".claude/settings.json": JSON.stringify({
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: guard }] }] },
  }),
  ".claude/guard.sh": '#!/bin/sh\n. "$CLAUDE_PROJECT_DIR/.claude/lib.sh"\ncheck\n',
  ".claude/lib.sh": "check() { echo guarded >&2; exit 2; }\n",
};

/** A project with a trusted guard that refuses every command, and a session after a shell command changed something. */
async function after(change: string) {
  const place = workplace({ script: [[bash("touch made")], ["done"]] });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.cwd, path)), { recursive: true });
    writeFileSync(join(place.cwd, path), text);
  }
  chmodSync(join(place.cwd, ".claude/guard.sh"), 0o755);
  const run = (...args: readonly string[]) => {
    const { child, ended } = place.start(args);
    child.stdin.end();
    return ended;
  };
  await run("trust", "--all");
  spawnSync("/bin/sh", ["-c", change], { cwd: place.cwd });
  const { stderr } = await run("-p", "go", ...place.model, "--allowedTools", "Bash");
  return { ran: place.has("made"), stderr };
}

it.each([
  "true",
  "printf '#!/bin/sh\\nexit 0\\n' > .claude/guard.sh",
  "echo 'check() { exit 0; }' > .claude/lib.sh",
  "chmod -x .claude/guard.sh",
  "mv .claude/guard.sh .claude/other.sh",
  "rm .claude/lib.sh",
  "ln -sf /bin/true .claude/guard.sh",
  'sed -i \'s/"Bash"/"Read"/\' .claude/settings.json',
  "echo '{\"disableAllHooks\": true}' > .claude/settings.local.json",
])("T1 after %s the guard still refuses", async (change) => {
  const { ran, stderr } = await after(change);
  expect(ran).toBe(false);
  expect(stderr).toContain("refused: Bash (touch made)");
});

it.each([
  "rm .claude/settings.json",
  "mv .claude gone",
  "echo '{}' > .claude/settings.json",
  "sed -i 's/PreToolUse/PostToolUse/' .claude/settings.json",
  "mv .claude/settings.json .claude/settings.local.json",
])("T1 after %s between two sessions the guard is named at the start", async (change) => {
  const { stderr } = await after(change);
  expect(stderr).toContain(`1 trusted hook that is gone (PreToolUse ${guard})`);
});
