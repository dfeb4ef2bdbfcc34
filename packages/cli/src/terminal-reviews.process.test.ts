import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Terminal, terminalIsMissing } from "../../../scripts/testing/tmux.ts";
import { answerTrust, waitForInput } from "./testing/screen.ts";
import { terminalWorkplace } from "./testing/terminal-workplace.ts";
import { bash, command } from "./testing/workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

const noted = (name: string) => command(`echo ${name} >> noted`);

/** Sends a prompt, and waits for the answer. */
async function ask(terminal: Terminal, prompt: string, answer: string): Promise<void> {
  await waitForInput(terminal);
  await terminal.submit(prompt);
  await terminal.shows(answer);
}

describe.concurrent("reviews in a terminal", () => {
  it("T1 under claude-code leaving is selected; then no hook has run, and the exit code is 0", async (test) => {
    const place = terminalWorkplace({
      test,
      flags: ["--profile", "claude-code"],
      hooks: { SessionStart: noted("user"), SessionEnd: noted("user") },
      files: { ".claude/settings.json": { hooks: { SessionStart: noted("project") } } },
    });
    const terminal = await place.open();
    await terminal.shows("❯ 1. No, leave");
    await terminal.press("Enter");
    expect(await terminal.exitCode()).toBe(0);
    expect(place.has("noted")).toBe(false);
  });

  it("T1 what was trusted once runs without a question; a changed script is shown as a diff", async (test) => {
    const place = terminalWorkplace({
      test,
      files: {
        ".claude/settings.json": { hooks: { SessionStart: command("sh ./start.sh") } },
        "start.sh": "echo first >> noted\n",
      },
    });
    const first = await place.open();
    await first.shows("echo first >> noted");
    await answerTrust(first, "all");
    await place.appears("noted");
    await first.press("C-d", "C-d");
    await first.exitCode();
    writeFileSync(join(place.cwd, "start.sh"), "echo second >> noted\n");
    const second = await place.open();
    const shown = await second.shows("+echo second >> noted");
    expect(shown).toContain("-echo first >> noted");
    expect(shown).toContain("changed since you trusted it");
    await answerTrust(second, "none");
    await waitForInput(second);
    expect(place.read("noted")).toBe("first\n");
  });

  it("C7 a change outside the session is reviewed with a diff; new hooks of the project need trust", async (test) => {
    const place = terminalWorkplace({
      test,
      files: { ".claude/settings.json": {} },
      script: [["answer one"], ["answer two"], ["answer three"]],
    });
    const change = (hooks: object) =>
      writeFileSync(join(place.cwd, ".claude/settings.json"), JSON.stringify({ hooks }));
    const terminal = await place.open();
    await ask(terminal, "one", "answer one");
    change({ Stop: noted("kept") });
    await terminal.shows("echo kept >> noted");
    await terminal.press("Enter");
    await terminal.shows("as you chose");
    await ask(terminal, "two", "answer two");
    expect(place.has("noted")).toBe(false);
    change({ Stop: noted("applied") });
    await terminal.shows("echo applied >> noted");
    await terminal.press("2");
    await answerTrust(terminal, "all");
    await terminal.hides("Yes, trust");
    await ask(terminal, "three", "answer three");
    await place.appears("noted");
    expect(place.read("noted")).toBe("applied\n");
  });

  it("/exit asks first while something runs in the background", async (test) => {
    const place = terminalWorkplace({
      test,
      settings: { permissions: { allow: ["Bash(sleep:*)"] } },
      script: [[bash("sleep 60", { run_in_background: true })], ["it runs"]],
    });
    const terminal = await place.open();
    await ask(terminal, "start it", "it runs");
    await terminal.submit("/exit");
    expect(await terminal.shows("❯ 1. Stay")).toContain("command: sleep 60");
    await terminal.press("Enter");
    await terminal.hides("Stay");
    await terminal.submit("/exit");
    await terminal.shows("❯ 1. Stay");
    await terminal.press("2");
    expect(await terminal.exitCode()).toBe(0);
  });
});
