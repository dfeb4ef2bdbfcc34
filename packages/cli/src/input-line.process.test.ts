import { beforeEach, expect, it, vi } from "vitest";
import { terminalIsMissing } from "../../../scripts/testing/tmux.ts";
import { answerDialog, hasDialog, inputLineOf, waitForInput } from "./testing/screen.ts";
import { terminalWorkplace } from "./testing/terminal-workplace.ts";
import { bash } from "./testing/workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

it("what is typed before the screen is drawn is not lost, and inputs are there in the next session", async () => {
  const place = terminalWorkplace({ script: [["first answer"]], columns: 80, rows: 24 });
  const terminal = await place.open();
  // At once: the program has not begun to read.
  await terminal.press("e", "a", "r", "l", "y");
  const screen = await terminal.shows(/^> early$/m);
  expect(screen.match(/early/g)).toHaveLength(1);
  await terminal.press("Enter");
  await terminal.shows("first answer");
  await terminal.paste(`${"line\n".repeat(40)}end`);
  await terminal.shows("[pasted 41 lines]");
  await terminal.press("C-c");
  await terminal.shows("Press Ctrl+C again to leave");
  await terminal.press("C-c");
  expect(await terminal.exitCode()).toBe(0);

  const next = await place.open();
  await next.shows(/^>$/m);
  await next.press("Up");
  await next.shows(/^> early$/m);
  await next.press("C-c", "C-d", "C-d");
  expect(await next.exitCode()).toBe(0);
});

it("neither the start nor a narrower window leaves another input line in the history", async () => {
  const place = terminalWorkplace({ script: [], columns: 100, rows: 24 });
  const terminal = await place.open();
  /** The widths of the lines above and below all input lines. */
  const borders = async () =>
    (await terminal.history()).split("\n").flatMap((line) => /^─+/.exec(line)?.[0].length ?? []);
  await terminal.shows("default mode");
  await expect.poll(borders, { timeout: 5000 }).toEqual([100, 100]);
  await terminal.resize(60, 24);
  await expect.poll(borders, { timeout: 5000 }).toEqual([60, 60]);
  await terminal.press("C-d", "C-d");
  expect(await terminal.exitCode()).toBe(0);
});

it("a paste cannot end itself: what follows its end is its text, in the input line and in a dialog", async () => {
  const place = terminalWorkplace({ script: [[bash("touch MADE")], ["the answer"]] });
  const terminal = await place.open();
  await waitForInput(terminal);
  await terminal.paste("harmless\u001B[201~\u0015!touch PWNED\r");
  await terminal.shows("!touch PWNED");
  expect(inputLineOf(await terminal.screen())).toContain("harmless");
  await terminal.press("C-c");
  await terminal.until("clears the text", (screen) => inputLineOf(screen) === "");
  await terminal.submit("go");
  await terminal.until("asks", hasDialog);
  await terminal.takesKeys();
  await terminal.paste("z\u001B[201~1\r");
  // The dialog takes keys a moment after the paste.
  await vi.waitUntil(
    async () => {
      await terminal.press("Down");
      return /❯ [23]\. /.test(await terminal.screen());
    },
    { timeout: 10_000 },
  );
  await answerDialog(terminal, { choose: "no" });
  await terminal.hides("❯");
  await terminal.press("C-d", "C-d");
  expect(await terminal.exitCode()).toBe(0);
  expect([place.has("PWNED"), place.has("MADE")]).toEqual([false, false]);
});

it("a paste whose end never comes does not keep keys back, nor does Enter at once behind a paste", async () => {
  const place = terminalWorkplace({ script: [["first answer"], ["the answer"]] });
  const terminal = await place.open();
  await waitForInput(terminal);
  await terminal.burst("-l", "--", "\u001B[200~pasted\u001B[201~\r");
  await terminal.shows("first answer");
  await terminal.burst("-l", "--", "\u001B[200~abc");
  await terminal.until("shows the paste", (screen) => inputLineOf(screen) === "abc");
  await terminal.submit("def");
  await terminal.shows("the answer");
  await terminal.press("C-d", "C-d");
  expect(await terminal.exitCode()).toBe(0);
});
