import type { AgentEvent } from "@snaphook/agent";
import { describe, expect, it } from "vitest";
import { App } from "../app.tsx";
import { createStore } from "../state/store.ts";
import {
  callEnded,
  callStarted,
  hookEnded,
  hookNamed,
  hookStarted,
  outcomeOf,
  said,
  stateAfter,
} from "../testing/agent-events.ts";
import { dangerous, evil } from "../testing/evil.ts";
import { overflowing, renderScreen, widths } from "../testing/render-screen.tsx";

function openStore(now = () => 0) {
  const store = createStore(now);
  const { session } = stateAfter([]);
  if (session) store.dispatch({ type: "session", session });
  return store;
}

/** A turn in which much happens, with texts of others everywhere. */
const turn: readonly AgentEvent[] = [
  { type: "text-delta", text: `# Title ${evil}\n\n| a | b |\n|---|---|\n| ${evil} | 漢字 |\n\n- ` },
  { type: "text-delta", text: `item ${"word ".repeat(40)}\n\n` },
  callStarted("1", "Bash", { command: `echo ${evil}` }),
  hookStarted({ label: evil, callId: "1", statusMessage: evil }),
  hookEnded({ label: evil, callId: "1" }, { stdout: evil, stderr: evil }),
  outcomeOf({ permission: "granted", decidedBy: [hookNamed(evil)], input: {} }, "1"),
  said(evil, "system-message", evil.repeat(5), { callId: "1" }),
  callEnded("1", "Bash", `${evil}\n`.repeat(20)),
  { type: "notice", level: "warning", text: evil.repeat(4) },
  callStarted("2", "Write", { file_path: `/project/${evil}` }),
  callEnded("2", "Write", "ok", { response: { type: "create", content: `${evil}\nb\n` } }),
];

describe("the conversation", () => {
  it.each(widths)("at %i columns: fits, and executes nothing of others", async (columns) => {
    const store = openStore();
    const screen = renderScreen(<App />, { columns, store });
    store.dispatch({ type: "turn-started", prompt: `prompt ${evil}` });
    for (const event of turn) store.dispatch({ type: "event", event });
    await screen.shows("Write(");
    await screen.shows("+ b");
    expect(overflowing(screen.lines(), columns)).toEqual([]);
    for (const line of screen.lines()) expect(line).not.toMatch(dangerous);
  });

  it("shows what happens before the model answers, below the prompt", async () => {
    const store = openStore();
    const screen = renderScreen(<App />, { store });
    store.dispatch({ type: "turn-started", prompt: "a prompt" });
    const entry = { kind: "notice", level: "info", text: "said meanwhile" } as const;
    store.dispatch({ type: "entry", entry });
    await screen.shows(/> a prompt\n+said meanwhile/);
  });

  it.each([
    [60, 10],
    [80, 16],
    [140, 40],
  ])("at %i columns and %i rows: what changes never fills the screen", async (columns, rows) => {
    const store = openStore();
    const screen = renderScreen(<App />, { columns, rows, store });
    store.dispatch({ type: "turn-started", prompt: "long prompt\n".repeat(60) });
    const printed = () => store.state().entries.length;
    await screen.shows("long prompt");
    expect(printed()).toBe(1);
    const height = () => screen.lines().length;
    // The banner was printed before.
    const banner = 2;
    expect(height()).toBeLessThanOrEqual(rows - 1 + banner);
    for (let id = 0; id < 20; id++)
      store.dispatch({
        type: "event",
        event: callStarted(String(id), "Bash", { command: "sleep 1" }),
      });
    await screen.shows("○ Bash(sleep 1)");
    expect(height()).toBeLessThanOrEqual(rows - 1 + banner);
  });

  it("P14 says which hook runs, how many have ended, and for how long", async () => {
    let now = 0;
    const store = openStore(() => now);
    const screen = renderScreen(<App />, { columns: 100, store });
    store.dispatch({ type: "turn-started", prompt: "go" });
    for (const label of ["first.sh", "second.sh"])
      store.dispatch({
        type: "event",
        event: hookStarted({ label, statusMessage: `asking ${label}` }),
      });
    await screen.shows("asking first.sh 0/2");
    store.dispatch({ type: "event", event: hookEnded({ label: "first.sh" }) });
    await screen.shows("asking second.sh 1/2");
    now = 3200;
    await screen.shows(
      /asking second\.sh 1\/2 · 3 s · Esc interrupts · second\.sh \(PreToolUse:Bash\)/,
    );
    store.dispatch({ type: "event", event: hookEnded({ label: "second.sh" }) });
    await screen.shows("working");
    expect(screen.text()).not.toContain("second.sh");
  });

  it("what happens behind a view is printed when the view closes", async () => {
    const store = openStore();
    const screen = renderScreen(<App />, { store });
    await screen.shows("default mode");
    store.dispatch({ type: "view", view: { kind: "details" } });
    await screen.shows("start of the session");
    store.dispatch({ type: "entry", entry: { kind: "notice", level: "info", text: "meanwhile" } });
    await screen.shows("Esc closes");
    expect(screen.text()).not.toContain("meanwhile");
    await screen.type("q");
    await screen.shows("meanwhile");
  });
});
