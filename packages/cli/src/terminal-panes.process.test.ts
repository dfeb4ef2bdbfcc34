import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { shellWord } from "@snaphook/protocol";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as tested from "../../../scripts/packed/tested.ts";
import { openTerminal, terminalIsMissing } from "../../../scripts/testing/tmux.ts";
import { terminalWorkplace } from "./testing/terminal-workplace.ts";
import { bash, command, workplace } from "./testing/workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

const script = { main: [[bash("rm -rf x")], ["I did not."]], after: "done" };
const guard = [
  { matcher: "Bash", hooks: [{ type: "command", command: "echo 'not today' >&2; exit 2" }] },
];

describe("views of the session in a real terminal", () => {
  it("the timeline follows the session beside the conversation, and a rule that is added is written", async () => {
    const place = terminalWorkplace({
      hooks: { PreToolUse: guard },
      script,
      columns: 120,
      rows: 40,
      flags: ["--timeline"],
    });
    const terminal = await place.open();
    await terminal.shows("Ctrl+T close");
    await terminal.submit("delete everything");
    await terminal.shows(/hooks +✗ PreToolUse: refuse/);
    await terminal.shows(/end +completed/);
    await terminal.press("C-g");
    await terminal.shows("Filter (");
    await terminal.type("refused");
    await terminal.hides(/end +completed/);
    await terminal.press("Enter");
    await terminal.shows("filter: refused");
    await terminal.submit("/permissions");
    await terminal.shows("a add allow rule");
    await terminal.press("d");
    await terminal.shows("Rule to deny");
    await terminal.submit("Bash(curl *)");
    await terminal.shows("added to .claude/settings.local.json: deny Bash(curl *)");
    const written = readFileSync(join(place.cwd, ".claude/settings.local.json"), "utf8");
    expect(JSON.parse(written)).toEqual({ permissions: { deny: ["Bash(curl *)"] } });
    await terminal.press("Escape");
    await terminal.hides("a add allow rule");
    await terminal.close();
  });

  it("E15 a terminal that is closed ends the session for the reason other, and leaves nothing behind", async () => {
    const ended = "ended.json";
    const place = terminalWorkplace({
      hooks: { SessionEnd: command(`cat > ${ended}`) },
      script: { main: [[bash("sleep 100", { run_in_background: true })]], after: "done" },
      flags: ["--dangerously-skip-permissions"],
    });
    const terminal = await place.open();
    await terminal.shows("bypassPermissions");
    await terminal.submit("go");
    await terminal.shows("done");
    await terminal.close();
    await vi.waitUntil(() => existsSync(join(place.cwd, ended)), 5000);
    await vi.waitUntil(() => place.left().length === 0, 5000);
    expect(JSON.parse(readFileSync(join(place.cwd, ended), "utf8"))).toMatchObject({
      reason: "other",
    });
  });

  it("a window that becomes narrower has no remains of what was drawn before", async () => {
    const place = terminalWorkplace({ script: { main: [["hello"]], after: "done" }, columns: 110 });
    const terminal = await place.open();
    await terminal.shows("default");
    await terminal.submit("hi");
    await terminal.shows(/^│ hello$/m);
    const rules = (screen: string) => screen.match(/^─+$/gm)?.map((line) => line.length);
    for (const columns of [70, 130, 60]) {
      await terminal.resize(columns, 30);
      await terminal.until(
        `the answer and two rules of ${columns} columns`,
        (screen) =>
          isDeepStrictEqual(rules(screen), [columns, columns]) && /^│ hello$/m.test(screen),
      );
    }
    await terminal.close();
  });

  it("flags that make no sense on a screen are answered before anything starts", async () => {
    const place = workplace({ hooks: { SessionStart: command("touch started") } });
    const run = [...tested.command(), ...place.model].map(shellWord).join(" ");
    const tries = [`--json-schema '{"type":"object"}'`, "--debug", "> out", "--resume > out"];
    const terminal = await openTerminal({
      words: ["sh", "-c", `${tries.map((more) => `${run} ${more}; echo code $?`).join("\n")}`],
      cwd: place.cwd,
      env: { LANG: "C.UTF-8", ...place.env },
      socket: join(place.base, "terminal"),
    });
    expect(await terminal.exitCode()).toBe(0);
    const screen = (await terminal.screen()).replaceAll(/\n(?!code)/g, "");
    expect(screen.match(/code \d+/g)).toEqual(tries.map(() => "code 2"));
    expect(screen).toContain("--json-schema is for programs that read the answer");
    expect(screen).toContain("add --debug-file FILE");
    expect(screen).toContain("needs a stdout that is not redirected");
    expect(screen).toContain("--resume needs an id without a terminal");
    expect(existsSync(join(place.cwd, "started"))).toBe(false);
    await terminal.close();
  });

  it("a model that does not exist is an error message, and nothing of the screen stays above it", async () => {
    const place = workplace({});
    const run = [...tested.command(), "--model", "script:missing.json"].map(shellWord).join(" ");
    const terminal = await openTerminal({
      words: ["sh", "-c", `${run}; echo code $?`],
      cwd: place.cwd,
      env: { LANG: "C.UTF-8", ...place.env },
      socket: join(place.base, "terminal"),
    });
    const screen = await terminal.shows("code 2");
    expect(screen).toContain("missing.json");
    expect(screen).not.toMatch(/^>|─|opening/m);
    await terminal.close();
  });

  it("a dumb terminal gets lines, and no control sequence", async () => {
    const place = workplace({ script: { main: [["hello"]], after: "done" } });
    const terminal = await openTerminal({
      words: ["env", "TERM=dumb", ...tested.command(), ...place.model],
      cwd: place.cwd,
      env: { LANG: "C.UTF-8", ...place.env },
      socket: join(place.base, "terminal"),
    });
    await terminal.shows("plain mode");
    await terminal.submit("hi");
    await terminal.shows(/^hello$/m);
    await terminal.submit("/exit");
    expect(await terminal.exitCode()).toBe(0);
  });
});
