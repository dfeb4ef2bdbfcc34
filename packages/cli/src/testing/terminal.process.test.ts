import { join } from "node:path";
import { beforeEach, describe, expect, it, type TestContext, vi } from "vitest";
import { openTerminal, terminalIsMissing } from "../../../../scripts/testing/tmux.ts";
import { terminalWorkplace } from "./terminal-workplace.ts";
import { workplace } from "./workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

const program = `
printf '\\033[?2004h'
while read -r line; do
  case $line in
    size) stty size ;;
    bell) printf '\\a' ;;
    many) seq 1 200 ;;
    end) exit 3 ;;
    *) printf 'got <%s> in %s\\n' "$line" "$MOOD" | cat -v ;;
  esac
done`;

const open = (place: ReturnType<typeof workplace>) =>
  openTerminal({
    words: ["sh", "-c", program],
    cwd: place.cwd,
    env: { ...place.env, LANG: "C.UTF-8", MOOD: "peace" },
    socket: join(place.base, "terminal"),
    columns: 90,
    rows: 20,
  });

describe("the terminal of tests", () => {
  it("types, pastes, resizes, scrolls, hears the bell, and knows the exit code", async () => {
    const terminal = await open(workplace());
    await terminal.submit("it's $HOME; wide 漢字");
    await terminal.shows(/got <it's \$HOME; wide .*> in peace/);
    await terminal.paste("pasted");
    await terminal.press("Enter");
    await terminal.shows("got <^[[200~pasted^[[201~>");
    await terminal.submit("size");
    await terminal.shows(/^20 90$/m);
    await terminal.resize(60, 15);
    await terminal.submit("size");
    await terminal.shows(/^15 60$/m);
    expect(await terminal.hasRung()).toBe(false);
    await terminal.submit("bell");
    await vi.waitUntil(() => terminal.hasRung());
    await terminal.submit("many");
    expect(await terminal.shows(/^200$/m)).not.toMatch(/^1$/m);
    expect(await terminal.history()).toMatch(/^1$[\s\S]*^200$/m);
    await terminal.submit("end");
    expect(await terminal.exitCode()).toBe(3);
  });

  it("says what it waited for, with the last screen", async () => {
    const terminal = await open(workplace());
    await terminal.submit("hello");
    await terminal.shows("got <hello>");
    const waiting = terminal.shows("farewell", 100);
    await expect(waiting).rejects.toThrow(/not in time: shows farewell\n[\s\S]*got <hello>/);
    await terminal.submit("end");
    await expect(terminal.shows("farewell")).rejects.toThrow(/the program ended[\s\S]*got <hello>/);
  });

  it("leaves no process", async (test) => {
    const finished: Parameters<TestContext["onTestFinished"]>[0][] = [];
    const onTestFinished = (callback: (typeof finished)[number]) => void finished.push(callback);
    const place = workplace({ test: { onTestFinished } });
    const terminal = await open(place);
    await terminal.submit("hello");
    expect(place.left().length).toBeGreaterThanOrEqual(2);
    for (const finish of finished) await finish(test);
    await vi.waitUntil(() => place.left().length === 0);
  });

  it("runs the command", async () => {
    const place = terminalWorkplace({ script: [["done"]] });
    const terminal = await place.open(["-p", "go"]);
    await terminal.shows(/^done$/m);
    expect(await terminal.exitCode()).toBe(0);
  });
});
