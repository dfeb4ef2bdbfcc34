import type { Key } from "ink";
import { describe, expect, it } from "vitest";
import { noKey } from "../../testing/keys.ts";
import { type Choice, type ChoiceState, firstChoice, pressChoiceKey } from "./choices.ts";
import { textField } from "./text-field.ts";

const choices: readonly Choice[] = [
  { id: "yes", label: "Yes", message: "more" },
  { id: "always", label: "Always" },
  { id: "no", label: "No", message: "why" },
];

const press = (state: ChoiceState, typed: string, key: Partial<Key> = {}) =>
  pressChoiceKey(state, choices, typed, { ...noKey, ...key });

describe("pressChoiceKey", () => {
  it("moves in a circle", () => {
    expect(press(firstChoice(), "", { upArrow: true })).toMatchObject({ state: { index: 2 } });
    expect(press(firstChoice(2), "", { downArrow: true })).toMatchObject({ state: { index: 0 } });
  });

  it("chooses with Enter or a number", () => {
    const chosen = { do: "choose", message: undefined };
    expect(press(firstChoice(1), "", { return: true })).toEqual({ ...chosen, id: "always" });
    expect(press(firstChoice(), "3")).toEqual({ ...chosen, id: "no" });
    expect(press(firstChoice(), "9")).toMatchObject({ do: "stay" });
  });

  it("cancels with Esc and Ctrl+C", () => {
    expect(press(firstChoice(), "", { escape: true })).toEqual({ do: "cancel" });
    expect(press(firstChoice(), "c", { ctrl: true })).toEqual({ do: "cancel" });
  });

  it("Tab writes a message where there can be one; then numbers are text", () => {
    expect(press(firstChoice(1), "", { tab: true })).toMatchObject({
      state: { message: undefined },
    });
    const writing: ChoiceState = { index: 2, message: textField("use ") };
    const typed = press(writing, "2");
    expect(typed).toMatchObject({ do: "stay" });
    if (typed.do !== "stay") return;
    expect(press(typed.state, "", { return: true })).toEqual({
      do: "choose",
      id: "no",
      message: "use 2",
    });
    expect(press(writing, "", { escape: true })).toMatchObject({ state: { message: undefined } });
  });
});
