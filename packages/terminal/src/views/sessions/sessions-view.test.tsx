import { describe, expect, it } from "vitest";
import { App } from "../../app.tsx";
import { evil } from "../../testing/fake-control.ts";
import { noActions, overflowing, renderScreen, widths } from "../../testing/render-screen.tsx";
import { ageOf, sessionRows } from "./session-rows.ts";

const now = new Date("2026-05-05T12:00:00Z");
const sessions = [
  {
    id: "11111111-0000",
    modified: new Date("2026-05-05T11:58:00Z"),
    firstPrompt: `fix the tests ${evil}`,
    messages: 4,
  },
  {
    id: "22222222-0000",
    modified: new Date("2026-05-03T12:00:00Z"),
    firstPrompt: "write docs",
    messages: undefined,
  },
  ...Array.from({ length: 60 }, (_, at) => ({
    id: `33333333-${at}`,
    modified: new Date("2026-01-01T00:00:00Z"),
    firstPrompt: `older ${at}`,
    messages: 1,
  })),
];

describe("the choice of an earlier session", () => {
  it("lists what helps to choose, and searches every word", () => {
    expect(sessionRows(sessions, "DOCS write", now)).toEqual([
      { id: "22222222-0000", label: "2 days ago      write docs", note: "22222222" },
    ]);
    const titled = sessions.slice(0, 1).map((session) => ({ ...session, title: "Tests" }));
    expect(sessionRows(titled, "tests", now)[0]?.label).toMatch(/ {2}Tests — fix the tests/);
    expect(sessionRows(sessions, "older 7", now)[0]?.note).toContain("1 message ·");
    expect(ageOf(new Date("2026-05-05T11:58:00Z"), now)).toBe("2 minutes ago");
    expect(ageOf(new Date("2026-05-05T12:58:00Z"), now)).toBe("just now");
  });

  it("shows the first line of a prompt and of a title, and finds words of the others", () => {
    const several = sessions.slice(1, 2).map((session) => ({
      ...session,
      title: "a title\nwith lines",
      firstPrompt: "\nline 0 \nline 1\nline 2",
    }));
    expect(sessionRows(several, "line 2", now).map(({ label }) => label)).toEqual([
      "2 days ago      a title … — line 0 …",
    ]);
  });

  it("marks one that is in use, and continues a copy of it", async () => {
    const sent: string[] = [];
    const actions = {
      ...noActions,
      earlierSessions: async () =>
        sessions.slice(1, 2).map((session) => ({ ...session, inUse: true as const })),
      submit: (text: string) => void sent.push(text),
    };
    const screen = renderScreen(<App />, { columns: 140, actions });
    screen.store.dispatch({ type: "view", view: { kind: "sessions" } });
    await screen.shows("  in use · ");
    await screen.shows("In use by another process: Enter continue a copy");
    await screen.type("\r");
    expect(sent).toEqual(["/resume 22222222-0000 --fork-session"]);
  });

  it.each(widths)(
    "at %i columns: searches, and sends the choice to the session",
    async (columns) => {
      const sent: string[] = [];
      const actions = {
        ...noActions,
        earlierSessions: async () => sessions,
        submit: (text: string) => void sent.push(text),
      };
      const screen = renderScreen(<App />, { columns, rows: 24, actions });
      screen.store.dispatch({ type: "view", view: { kind: "sessions" } });
      await screen.shows("fix the tests \\x1b[2J");
      expect(overflowing(screen.lines(), columns)).toEqual([]);
      expect(screen.lines().length).toBeLessThan(24);
      await screen.type("docs");
      await screen.shows(/> {3}.* ago {2,}write docs/);
      await screen.type("\r");
      expect(sent).toEqual(["/resume 22222222-0000"]);
    },
  );

  it("Esc changes nothing", async () => {
    const screen = renderScreen(<App />);
    screen.store.dispatch({ type: "view", view: { kind: "sessions" } });
    await screen.shows("there is no earlier session in this folder");
    await screen.type("\u001B");
    await screen.shows("starting");
    expect(screen.store.state().view).toBeUndefined();
  });
});
