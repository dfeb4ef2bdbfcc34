import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { RunningHook, ScreenState } from "../state/screen-state.ts";
import { statusText } from "./status-parts.ts";

const background = { isDone: false, inBackground: true } as RunningHook;
const running = { isDone: false, inBackground: false } as RunningHook;

const shown = {
  session: {
    id: "s",
    model: "claude-test",
    cwd: "/project",
    permissionMode: "plan",
    profile: "reference",
  },
  hooks: [background, running, running],
  commands: [],
  queued: ["a", "b"],
  contextTokens: 20_400,
  lastResult: {
    spending: {
      totalUsd: 0.0123,
      knownUsd: 0.0123,
      models: { "claude-test": { contextWindow: 200_000 } },
    },
  },
} as unknown as Parameters<typeof statusText>[0];

describe("statusText", () => {
  it("has mode, model, tokens, cost, hooks and waiting prompts", () => {
    expect(statusText(shown, 140)).toBe(
      "plan mode · Shift+Tab changes it · claude-test · 20.4k tokens (10%) · $0.0123 · 2 hooks · 1 hook in background · 2 prompts waiting",
    );
    expect(statusText({ ...shown, session: undefined }, 80)).toBe("starting");
  });

  it("drops parts in an order when the terminal is narrow; the mode always stays", () => {
    expect(statusText(shown, 100)).toBe(
      "plan mode · claude-test · 20.4k tokens (10%) · $0.0123 · 1 hook in background · 2 prompts waiting",
    );
    expect(statusText(shown, 60)).toBe("plan mode · claude-test · 2 prompts waiting");
    expect(statusText(shown, 30)).toBe("plan mode · 2 prompts waiting");
    expect(statusText(shown, 5)).toBe("plan mode");
    for (let columns = 9; columns < 150; columns++)
      expect(stringWidth(statusText(shown, columns))).toBeLessThanOrEqual(columns);
  });

  it("counts commands in the background", () => {
    expect(statusText({ ...shown, hooks: [], commands: ["command-1"] }, 90)).toBe(
      "plan mode · claude-test · 20.4k tokens (10%) · 1 command in background · 2 prompts waiting",
    );
  });

  it("has the title of the session, cut", () => {
    const session = shown.session && { ...shown.session, title: "fix the tests ".repeat(9) };
    expect(statusText({ ...shown, session }, 200)).toContain(
      "claude-test · fix the tests fix the tests fix the test… · 20.4k",
    );
    expect(statusText({ ...shown, session }, 100)).not.toContain("fix");
  });

  it("says that a part of the cost is not known", () => {
    const spending = { totalUsd: null, knownUsd: 1.5, models: {} };
    const lastResult = { spending } as unknown as ScreenState["lastResult"];
    expect(statusText({ ...shown, lastResult }, 200)).toContain("at least $1.50");
  });
});
