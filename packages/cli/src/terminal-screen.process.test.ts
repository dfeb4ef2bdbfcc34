import { brand } from "@snaphook/protocol/brand";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { terminalIsMissing } from "../../../scripts/testing/tmux.ts";
import { answerDialog, hasDialog, inputLineOf, waitForInput } from "./testing/screen.ts";
import { terminalWorkplace } from "./testing/terminal-workplace.ts";
import { bash, command } from "./testing/workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

const patience = { timeout: 10_000 };

describe("the screen of a session", () => {
  it("takes keys that arrive together, pastes, several lines, files and earlier inputs", async () => {
    const place = terminalWorkplace({
      files: { "notes/colours.txt": "RED_AND_BLUE\n" },
      script: { after: "the answer" },
    });
    const written = (text: string) =>
      vi.waitUntil(() => place.transcripts().join("").includes(text), patience);
    const terminal = await place.open();
    const inputBegins = (text: string) =>
      terminal.until(`has ${text} in the input line`, (screen) =>
        (inputLineOf(screen) ?? "").startsWith(text),
      );
    await waitForInput(terminal);
    await terminal.burst("a", "b", "c", "Left", "x", "BSpace", "y", "Enter");
    await terminal.shows(/^> abyc$/m);
    await terminal.shows("the answer");

    await terminal.paste("one\ntwo\tthree");
    await terminal.shows(/one\n.*two/);
    await terminal.press("M-Enter");
    await terminal.type("four");
    await terminal.press("Enter");
    await written("four");
    expect(place.transcripts().join("")).toMatch(/one\\ntwo(\\t| +)three\\nfour/);

    await terminal.type("read @notes/col");
    await terminal.shows("colours.txt");
    await terminal.press("Tab");
    await inputBegins("read @notes/colours.txt");
    await terminal.press("Enter");
    await written("RED_AND_BLUE");
    await terminal.press("Up");
    await inputBegins("read @notes/colours.txt");
    await terminal.press("C-c");
    await terminal.until("clears the text", (screen) => inputLineOf(screen) === "");
    await terminal.press("C-d", "C-d");
    expect(await terminal.exitCode()).toBe(0);
  });

  it("P14 Ctrl+O shows everything of a hook: output, stderr, and how to repeat it", async () => {
    const failing = "printf 'HOOK_%s' OUTPUT; printf 'HOOK_%s' STDERR >&2; exit 1";
    const place = terminalWorkplace({
      hooks: { PreToolUse: command(failing) },
      settings: { permissions: { allow: ["Bash"] } },
      script: [[bash("echo TOOL_OUTPUT")], ["the answer"], ["second answer"]],
    });
    const terminal = await place.open();
    await waitForInput(terminal);
    await terminal.submit("go");
    const screen = await terminal.shows("the answer");
    expect(screen).toContain("HOOK_STDERR");
    expect(screen).not.toContain("HOOK_OUTPUT");
    await terminal.press("C-o");
    const details = await terminal.shows("HOOK_OUTPUT");
    expect(details).toContain("HOOK_STDERR");
    expect(details).toContain(`${brand.command} run PreToolUse`);
    await terminal.press("Escape");
    await terminal.hides("HOOK_OUTPUT");
    await terminal.submit("again");
    await terminal.shows("second answer");
  });

  it("rings when a question waits", async () => {
    const place = terminalWorkplace({
      env: { [`${brand.environmentPrefix}QUESTION_NOTICE_MS`]: "300" },
      script: [[bash("touch one")], ["the answer"]],
    });
    const terminal = await place.open();
    await waitForInput(terminal);
    await terminal.submit("go");
    await terminal.until("asks", hasDialog);
    await vi.waitUntil(() => terminal.hasRung(), patience);
    await answerDialog(terminal, { choose: "yes" });
    await terminal.shows("the answer");
  });
});
