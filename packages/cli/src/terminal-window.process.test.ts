import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import * as tested from "../../../scripts/packed/tested.ts";
import { openTerminal, terminalIsMissing } from "../../../scripts/testing/tmux.ts";
import { answerDialog, hasDialog, inputLineOf, waitForInput } from "./testing/screen.ts";
import { terminalWorkplace } from "./testing/terminal-workplace.ts";
import { bash } from "./testing/workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

const count = (text: string, part: string) => text.split(part).length - 1;

describe("the window of a session", () => {
  it("a narrower one gets the end of a long conversation, and one that is too narrow nothing", async () => {
    const answer = Array.from({ length: 1000 }, (_one, index) => `PART_${index}.`).join("\n\n");
    const place = terminalWorkplace({ script: [[answer]], columns: 100, rows: 24 });
    const terminal = await place.open();
    await waitForInput(terminal);
    await terminal.submit("go");
    await terminal.shows("PART_999.");
    expect(count(await terminal.history(), "PART_0.")).toBe(1);

    await terminal.resize(60, 24);
    const isPrintedAgain = async () => count(await terminal.history(), "PART_980.");
    await expect.poll(isPrintedAgain, { timeout: 10_000 }).toBe(2);
    expect(count(await terminal.history(), "PART_0.")).toBe(1);

    await terminal.resize(9, 24);
    await terminal.until("says why", (screen) => /^too small$/m.test(screen));
    await terminal.resize(100, 24);
    await expect.poll(isPrintedAgain, { timeout: 10_000 }).toBe(3);
    await terminal.until("draws the end", (screen) => inputLineOf(screen) === "");
    expect(await terminal.screen()).not.toContain("too small");
    await terminal.press("C-d", "C-d");
    expect(await terminal.exitCode()).toBe(0);
  });
});

describe("Ctrl+Z", () => {
  it("gives the shell its own screen back, also while a view covers it; fg shows the view again", async (test) => {
    const { terminal } = await inShell(test, [["the answer"]]);
    await terminal.submit("go");
    await terminal.shows("the answer");
    await terminal.press("C-o");
    await terminal.until("shows the view", (screen) => inputLineOf(screen) === undefined);
    await terminal.press("C-z");
    // tmux has nothing of the first screen on the second one.
    const stopped = await terminal.shows("Stopped");
    expect(stopped).toContain("the answer");
    await terminal.submit("fg");
    await terminal.hides("Stopped");
    await terminal.press("Escape");
    await waitForInput(terminal);
    expect(await terminal.screen()).toContain("the answer");
    await terminal.press("C-d", "C-d");
    await terminal.until("is the shell again", (screen) => screen.endsWith("SHELL>"));
  });

  it("keys that come with fg do not answer the dialog that is open", async (test) => {
    const { terminal, place } = await inShell(test, [[bash("touch MADE")], ["the answer"]]);
    await terminal.submit("go");
    await terminal.until("asks", hasDialog);
    await terminal.takesKeys();
    await terminal.press("C-z");
    await terminal.shows("Stopped");
    await terminal.burst("f", "g", "Enter", "1");
    await terminal.until("asks again", hasDialog);
    await answerDialog(terminal, { choose: "no" });
    await terminal.shows("say what to do instead");
    expect(place.has("MADE")).toBe(false);
  });
});

/** A session that a shell started, in which it waits for input. */
async function inShell(
  test: { readonly onTestFinished: (done: () => Promise<void>) => void },
  script: readonly unknown[],
) {
  const place = terminalWorkplace({ script });
  const terminal = await openTerminal({
    words: ["bash", "--norc", "--noprofile", "-i"],
    cwd: place.cwd,
    env: { LANG: "C.UTF-8", ...place.env, PS1: "SHELL> " },
    socket: join(place.base, "shell"),
  });
  test.onTestFinished(() => terminal.close());
  await terminal.shows("SHELL>");
  const words = [...tested.command(), ...place.model];
  await terminal.submit(words.map((word) => `'${word}'`).join(" "));
  await waitForInput(terminal);
  return { place, terminal };
}
