import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { terminalIsMissing } from "../../../scripts/testing/tmux.ts";
import { waitForInput } from "./testing/screen.ts";
import { terminalWorkplace } from "./testing/terminal-workplace.ts";
import { command } from "./testing/workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

/** Ends only when it is killed. */
const stubborn = (name: string) =>
  command(
    `trap '' TERM INT HUP; echo $PPID > pid; echo ${name} >> noted; while :; do sleep 1; done`,
  );

describe.concurrent("the end of a session in a terminal", () => {
  it("E15 Ctrl+C twice ends a SessionEnd hook that hangs, and the user reads it", async (test) => {
    const place = terminalWorkplace({ test, hooks: { SessionEnd: stubborn("begun") } });
    const terminal = await place.open();
    await waitForInput(terminal);
    await terminal.submit("/exit");
    await terminal.shows("Ctrl+C twice leaves");
    await terminal.press("C-c");
    await terminal.shows("Press Ctrl+C again to end the SessionEnd hook");
    await terminal.press("C-c");
    expect(await terminal.exitCode()).toBe(0);
    expect(place.read("noted")).toBe("begun\n");
    expect(await terminal.history()).toMatch(/SessionEnd.*interrupted|interrupted.*SessionEnd/s);
  });

  it("E15 two SIGHUP, as a terminal that closes sends them: SessionEnd hooks run to their end", async (test) => {
    const place = terminalWorkplace({
      test,
      hooks: {
        SessionStart: command("echo $PPID > pid"),
        SessionEnd: command(
          "touch begun; until [ -e again ]; do sleep 0.02; done; cat > ended.json",
        ),
      },
    });
    const terminal = await place.open();
    await waitForInput(terminal);
    await place.appears("pid");
    const pid = Number(place.read("pid"));
    process.kill(pid, "SIGHUP");
    await wait(5);
    process.kill(pid, "SIGHUP");
    await place.appears("begun");
    process.kill(pid, "SIGHUP");
    writeFileSync(join(place.cwd, "again"), "");
    expect(await terminal.exitCode()).toBe(129);
    expect(JSON.parse(place.read("ended.json"))).toMatchObject({ reason: "other" });
  });

  it("E15 Esc ends a SessionEnd hook that /clear waits for; a signal writes nothing across the screen", async (test) => {
    const place = terminalWorkplace({ test, hooks: { SessionEnd: stubborn("begun") } });
    const terminal = await place.open();
    await waitForInput(terminal);
    await terminal.submit("/clear");
    await place.appears("noted");
    await terminal.shows("Esc interrupts");
    await terminal.press("Escape");
    await terminal.hides("Esc interrupts");
    const pid = Number(place.read("pid"));
    process.kill(pid, "SIGTERM");
    const shown = await terminal.shows("a second signal ends them now");
    expect(shown).toMatch(/^waiting for the end of hooks .* ends them now$/m);
    process.kill(pid, "SIGTERM");
    expect(await terminal.exitCode()).toBe(143);
  });
});
