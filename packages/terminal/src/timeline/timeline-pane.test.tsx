import { describe, expect, it } from "vitest";
import { App } from "../app.tsx";
import { overflowing, renderScreen, widths } from "../testing/render-screen.tsx";

const evil = "\u001B[2J\u202Etxt\u0007\t漢字";
const rows = [
  `user      ${evil}`,
  ...Array.from(
    { length: 60 },
    (_, at) => `hooks     ✓ PreToolUse: ${at} ${"wide 漢字 ".repeat(20)}`,
  ),
  "refused   the last line",
];

describe("the timeline pane", () => {
  it.each(widths)(
    "at %i columns: shows the end, scrolls, filters, and leaves the input usable",
    async (columns) => {
      const screen = renderScreen(<App />, { columns, rows: 30 });
      screen.store.dispatch({ type: "entry", entry: { kind: "prompt", text: `a prompt ${evil}` } });
      screen.store.dispatch({ type: "timeline", rows });
      screen.store.dispatch({ type: "view", view: { kind: "timeline" } });
      await screen.shows("the last line");
      expect(overflowing(screen.lines(), columns)).toEqual([]);
      expect(screen.lines().length).toBeLessThan(30);
      await screen.type("typed");
      await screen.shows("> typed");
      for (let page = 0; page < 40; page += 1) await screen.type("\u001B[5~");
      await screen.shows("user      \\x1b[2J\\u{202e}txt\\x07    漢字");
      expect(screen.text()).not.toContain("the last line");
      await screen.type("\u0007");
      await screen.shows("Filter (");
      await screen.type("refused");
      await screen.shows(/refused {3}the last line[\s\S]*Filter/);
      expect(screen.text()).not.toContain("PreToolUse: 59");
      await screen.type("\r");
      await screen.shows("filter: refused");
      // What was typed into the filter is not part of the prompt.
      await screen.shows(/^> typed$/m);
      expect(overflowing(screen.lines(), columns)).toEqual([]);
    },
  );

  it("a filter that leaves fewer lines than were scrolled past counts those", async () => {
    const screen = renderScreen(<App />, { columns: 80, rows: 30 });
    screen.store.dispatch({ type: "timeline", rows });
    screen.store.dispatch({ type: "view", view: { kind: "timeline" } });
    await screen.shows("the last line");
    await screen.type("\u001B[5~");
    await screen.shows(/lines \d+-\d+ of \d+/);
    await screen.type("\u0007");
    await screen.shows("Filter (");
    await screen.type("refused");
    await screen.shows(/refused {3}the last line[\s\S]*Filter/);
    await screen.type("\r");
    await screen.shows("Timeline · 1 line · filter: refused");
  });

  it.each(widths)("at %i columns the end of a long line is on a further row", async (columns) => {
    const screen = renderScreen(<App />, { columns, rows: 30 });
    const hook = `hooks     ✓ PreToolUse: allow\n            ${"a-script-of-a-hook.sh".padEnd(60)} 35 ms  exit 0`;
    screen.store.dispatch({ type: "timeline", rows: [hook] });
    screen.store.dispatch({ type: "view", view: { kind: "timeline" } });
    await screen.shows(/35\s+ms\s+exit\s+0/);
    await screen.shows("Ctrl+T close");
  });

  it("shows the end of the conversation beside it on a wide screen only", async () => {
    for (const [columns, times] of [
      [140, 2],
      [80, 1],
    ] as const) {
      const screen = renderScreen(<App />, { columns, rows: 30 });
      screen.store.dispatch({ type: "entry", entry: { kind: "prompt", text: "the-prompt" } });
      screen.store.dispatch({ type: "view", view: { kind: "timeline" } });
      await screen.shows("Timeline");
      expect(screen.text().split("the-prompt").length - 1).toBe(times);
    }
  });
});
