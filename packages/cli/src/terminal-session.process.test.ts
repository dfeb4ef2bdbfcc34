import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { terminalIsMissing } from "../../../scripts/testing/tmux.ts";
import { answerDialog, waitForInput } from "./testing/screen.ts";
import { terminalWorkplace } from "./testing/terminal-workplace.ts";
import { bash, command } from "./testing/workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

/** Refuses, rewrites or asks, as the command of the call says. */
const guard = `answer() { printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse",%s}}' "$1"; }
case $(cat) in
  *'touch refused'*) echo 'files named refused are not allowed' >&2; exit 2 ;;
  *'touch long'*) answer '"permissionDecision":"allow","updatedInput":{"command":"touch short","description":"a step"}' ;;
  *'touch asked'*) answer '"permissionDecision":"ask","permissionDecisionReason":"asked names need a look"' ;;
esac`;

const part = {
  description: "part",
  prompt: "go",
  subagent_type: "Explore",
  run_in_background: true,
};

/** Blocks the first end of a turn. */
const once = "[ -e stopped ] || { touch stopped; echo 'first run the tests' >&2; exit 2; }";

it("a whole session: refusal, rewrite, question, Stop loop, subagent, /compact, /clear, and continued", async () => {
  const place = terminalWorkplace({
    hooks: { PreToolUse: command(guard), Stop: command(once) },
    settings: { permissions: { allow: ["Bash(touch:*)"] } },
    script: {
      main: [
        [bash("touch refused"), bash("touch long"), bash("touch asked")],
        ["I am done."],
        ["The tests pass."],
        [{ tool: "Agent", input: part }],
        ["The part is under way."],
        ["The part is noted."],
        ["After the compaction."],
        ["In a new session."],
      ],
      agents: { Explore: [{ blocks: ["The part is done."], waitFor: "go" }] },
      compact: [["All of it in short."]],
    },
  });
  const terminal = await place.open();
  await waitForInput(terminal);
  await terminal.submit("make the files");
  await terminal.shows("files named refused are not allowed");
  await terminal.shows("asked names need a look");
  await terminal.shows("touch asked");
  await answerDialog(terminal, { choose: "yes" });
  const end = await terminal.shows("The tests pass.");
  expect(end).toMatch(/I am done\.[\s\S]*first run the tests[\s\S]*The tests pass\./);
  expect([place.has("refused"), place.has("long"), place.has("short")]).toEqual([
    false,
    false,
    true,
  ]);
  expect(place.has("asked")).toBe(true);

  await terminal.submit("use an agent");
  await terminal.shows("The part is under way.");
  writeFileSync(join(place.base, "go"), "");
  await terminal.shows("The part is noted.");

  await terminal.submit("/compact");
  await terminal.shows(/compacted/i);
  await terminal.submit("and now?");
  await terminal.shows("After the compaction.");

  await terminal.submit("/clear");
  await terminal.submit("hello again");
  await terminal.shows("In a new session.");
  await terminal.submit("/exit");
  expect(await terminal.exitCode()).toBe(0);

  const script = join(place.base, "second.json");
  writeFileSync(script, JSON.stringify([["In a new session."], ["Continued."]]));
  const second = await place.open(["--continue", "--model", `script:${script}`]);
  expect(await second.shows("In a new session.")).not.toContain("After the compaction.");
  await second.submit("go on");
  await second.shows("Continued.");
  await second.press("C-d", "C-d");
  expect(await second.exitCode()).toBe(0);
  await vi.waitUntil(() => place.left().every((one) => one.startsWith("tmux")));
});
