import { describe, expect, it } from "vitest";
import { createStore } from "../state/store.ts";
import { hookEnded, hookStarted, outcomeOf, stateAfter } from "../testing/agent-events.ts";
import { evil } from "../testing/evil.ts";
import { overflowing, renderScreen, widths } from "../testing/render-screen.tsx";
import { DetailsView } from "./details-view.tsx";

const [left, right, end, home, pageDown] = ["[D", "[C", "[F", "[H", "[6~"].map(
  (key) => `\u001B${key}`,
);

/** A store whose last turn has a hook that printed this. */
function storeWith(stdout: string) {
  const store = createStore(() => 0);
  const { session } = stateAfter([]);
  if (session) store.dispatch({ type: "session", session });
  for (const prompt of ["first prompt", `second ${evil}`]) {
    store.dispatch({ type: "turn-started", prompt });
    for (const event of [
      hookStarted({ label: "guard.sh" }),
      hookEnded({ label: "guard.sh" }, { stdout: prompt.startsWith("first") ? "early" : stdout }),
      outcomeOf({}),
    ])
      store.dispatch({ type: "event", event });
  }
  return store;
}

const lines = Array.from(
  { length: 10_000 },
  (_, index) => `row ${index} ${index % 100 ? "" : evil}`,
);

describe("the details view", () => {
  it.each(widths)("at %i columns: scrolls inside the screen", async (columns) => {
    const store = storeWith(lines.slice(0, 500).join("\n"));
    const screen = renderScreen(<DetailsView />, { columns, rows: 24, store });
    await screen.shows("Turn 2 of 2: second");
    await screen.shows("PreToolUse:Bash: proceed");
    await screen.type(end ?? "");
    await screen.shows("row 499");
    expect(screen.lines().length).toBeLessThanOrEqual(23);
    expect(overflowing(screen.lines(), columns)).toEqual([]);
    expect(screen.text()).not.toContain("\u202E");
    await screen.type(home ?? "");
    await screen.type(pageDown ?? "");
    await screen.shows(/row 2\d$/m);
  });

  it("searches 10,000 lines, and goes from match to match", async () => {
    const screen = renderScreen(<DetailsView />, { rows: 24, store: storeWith(lines.join("\n")) });
    await screen.type("/");
    await screen.shows("search:");
    await screen.type("Row 777");
    await screen.type("\r");
    await screen.shows(/row 777$[\s\S]*11 rows with "Row 777"/m);
    await screen.type("n");
    await screen.shows("row 7770");
    await screen.type("N");
    await screen.shows(/row 777$/m);
    await screen.type(end ?? "");
    await screen.shows("row 9999");
  });

  it("left and right choose the turn, Esc closes", async () => {
    const screen = renderScreen(<DetailsView />, { rows: 24, store: storeWith("late") });
    await screen.shows("| late");
    await screen.type(left ?? "");
    await screen.shows("Turn 1 of 2: first prompt");
    await screen.shows("| early");
    await screen.type(left ?? "");
    await screen.type(left ?? "");
    await screen.shows("Before turn 1: start of the session");
    await screen.type(right ?? "");
    await screen.shows("Turn 1 of 2");
    screen.store.dispatch({ type: "view", view: { kind: "details" } });
    await screen.type("q");
    expect(screen.store.state().view).toBeUndefined();
  });
});
