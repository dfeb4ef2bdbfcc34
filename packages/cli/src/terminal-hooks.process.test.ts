import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { terminalIsMissing } from "../../../scripts/testing/tmux.ts";
import { waitForInput } from "./testing/screen.ts";
import { terminalWorkplace } from "./testing/terminal-workplace.ts";
import { bash } from "./testing/workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

/** Waits for a file, so that the test decides how long the hook runs. */
const waits =
  "while [ ! -e go ]; do sleep 0.05; done; echo output $((40 + 2)); echo odd >&2; exit 1";

it("P14 hooks in a terminal: one line while they run, one line when one failed, Ctrl+O shows everything", async () => {
  const place = terminalWorkplace({
    hooks: {
      PreToolUse: [
        {
          hooks: [
            { type: "command", command: waits, statusMessage: "asking the guard" },
            { type: "command", command: "true" },
          ],
        },
      ],
      Stop: [{ hooks: [{ type: "command", command: "sleep 30", async: true }] }],
    },
    script: [[bash("echo result of the tool")], ["All **done**."]],
    flags: ["--allowedTools", "Bash"],
    columns: 120,
  });
  const terminal = await place.open();
  await waitForInput(terminal);
  await terminal.submit("go ahead");
  await terminal.shows(/asking the guard 1\/2 · \d/);
  // A slow hook names itself.
  await terminal.shows(/asking the guard 1\/2 · \d s · Esc interrupts · while .* \(PreTool/);
  writeFileSync(join(place.cwd, "go"), "");
  const end = await terminal.shows("All done.");
  expect(end).toMatch(
    /Bash\(echo result of the tool\).*\n.*PreToolUse:Bash hook: while [\s\S]*exit 1: odd/,
  );
  expect(end).not.toContain("output 42");
  await terminal.shows("1 hook in background");
  await terminal.press("C-o");
  const details = await terminal.shows("output 42");
  expect(details).toContain("Turn 1 of 1: go ahead");
  expect(details).toMatch(/to repeat it: \w+ run PreToolUse --tool Bash/);
  await terminal.press("Escape");
  // The conversation is there again.
  const again = await terminal.shows("All done.");
  expect(again).toContain("> go ahead");
  expect(again).not.toContain("Turn 1 of 1");
});
