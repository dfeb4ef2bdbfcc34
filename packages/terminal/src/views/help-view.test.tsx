import { describe, expect, it } from "vitest";
import { inputKeys, keyLabel, sessionKeys, timelineKeys } from "../input/key-bindings.ts";
import { noActions, overflowing, renderScreen, widths } from "../testing/render-screen.tsx";
import { HelpView } from "./help-view.tsx";

const described = {
  ...noActions,
  control: () =>
    ({
      describe: () => ({
        commands: [
          { name: "deploy", description: "Ship \u001B[2Jit 漢字 ".repeat(9), argumentHint: "<to>" },
        ],
      }),
    }) as unknown as ReturnType<typeof noActions.control>,
};

/** Each key, and each word of what it does: a description can take more than one row. */
const keysAndWords = [...sessionKeys, ...timelineKeys, ...inputKeys].flatMap(({ keys, help }) =>
  help === undefined ? [] : [...keys.map(keyLabel), ...help.split(" ")],
);

describe("/help", () => {
  it.each(widths)("at %i columns: shows keys and commands, and scrolls", async (columns) => {
    const screen = renderScreen(<HelpView />, { columns, rows: 20, actions: described });
    await screen.shows("Keys");
    const seen = new Set<string>();
    for (let page = 0; page < 10; page++) {
      expect(overflowing(screen.lines(), columns)).toEqual([]);
      expect(screen.lines().length).toBeLessThan(20);
      for (const line of screen.lines()) seen.add(line);
      await screen.type("\u001B[6~");
    }
    const text = [...seen].join("\n");
    for (const part of keysAndWords) expect(text).toContain(part);
    expect(text).toContain("/deploy <to>");
    expect(text).toContain("\\x1b[2J");
    await screen.type("\u001B[H");
    await screen.shows("Keys");
    await screen.shows("↑ ↓ PgUp PgDn");
  });

  it("Esc closes it", async () => {
    const screen = renderScreen(<HelpView />);
    screen.store.dispatch({ type: "view", view: { kind: "help" } });
    await screen.type("\u001B");
    await expect.poll(() => screen.store.state().view).toBeUndefined();
  });
});
