import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFileIndex } from "./completion/file-index.ts";
import { boundaryAt } from "./graphemes.ts";
import { type InputState, initialInput, withDraft } from "./input-state.ts";
import { inputKeys, sessionKeys } from "./key-bindings.ts";
import {
  armedMs,
  type InputEffect,
  type InputSurroundings,
  reduceInput,
  reducePaste,
} from "./reduce-input.ts";

const files = createFileIndex(["src/app.ts", "src/input/keys.ts"]);

const quiet: InputSurroundings = {
  now: 0,
  columns: 40,
  isTurnRunning: false,
  hasQueued: false,
  commands: () => [
    { name: "clear", description: "", argumentHint: "" },
    { name: "compact", description: "", argumentHint: "[what]" },
    { name: "fix", description: "", argumentHint: "<issue>" },
  ],
  files: () => files,
};

/** Presses keys; those in `<>` have names. Returns the state and the effects. */
function press(
  typed: string,
  {
    state = initialInput(),
    ...changed
  }: Partial<InputSurroundings> & { readonly state?: InputState } = {},
) {
  const effects: InputEffect[] = [];
  let current = state;
  for (const [, key, text = ""] of typed.matchAll(/<([^>]+)>|([^<]+)/g)) {
    const stroke = key === undefined ? { text } : { key };
    const step = reduceInput(current, stroke, { ...quiet, ...changed });
    current = step.state;
    if (step.effect) effects.push(step.effect);
  }
  return { state: current, text: current.edited.text, effects };
}

describe("the input line", () => {
  it("sends the text and empties the line", () => {
    const { text, effects, state } = press("hello<enter>");
    expect(text).toBe("");
    expect(effects).toEqual([{ do: "send", text: "hello" }]);
    expect(press("<up>", { state }).text).toBe("hello");
  });

  it("does not send an empty line", () => {
    expect(press("  <enter>").effects).toEqual([]);
  });

  it("begins a new line with a backslash and Enter, Alt+Enter and Ctrl+J", () => {
    expect(press("a\\<enter>b<alt+enter>c<ctrl+j>d<shift+enter>e").text).toBe("a\nb\nc\nd\ne");
  });

  it("up moves within the text, then to earlier inputs, and down comes back", () => {
    const { state } = press("old<enter>");
    const moved = press("one<ctrl+j>two<up>", { state });
    expect(moved.text).toBe("one\ntwo");
    const older = press("<up>", { state: moved.state });
    expect(older.text).toBe("old");
    expect(press("<down>", { state: older.state }).text).toBe("one\ntwo");
  });

  it("up on an empty line takes back prompts that wait", () => {
    expect(press("<up>", { hasQueued: true }).effects).toEqual([{ do: "take-back" }]);
    expect(press("x<up>", { hasQueued: true }).effects).toEqual([]);
  });

  it("a draft comes before what was typed meanwhile", () => {
    expect(withDraft(initialInput(), "refused").edited).toMatchObject({
      text: "refused",
      cursor: 7,
    });
    expect(withDraft(press("typed").state, "refused").edited.text).toBe("refused\ntyped");
  });

  it("a long paste is one character, and is sent in full", () => {
    const long = "line\n".repeat(50);
    const pasted = reducePaste(press("see ").state, long, quiet);
    const sent = press(" end<enter>", { state: pasted });
    expect(sent.effects).toEqual([{ do: "send", text: `see ${long} end` }]);
    expect(press("<backspace>", { state: pasted }).text).toBe("see ");
  });

  describe("completion", () => {
    it("Tab takes the chosen proposal, arrows choose", () => {
      expect(press("/c<tab>").text).toBe("/clear ");
      expect(press("/c<down><tab>").text).toBe("/compact ");
      expect(press("/c<up><tab>").text).toBe("/compact ");
      expect(press("see @keys<tab>now").text).toBe("see @src/input/keys.ts now");
      expect(press("@sr<tab>").text).toBe("@src/");
    });

    it("Enter runs a command that needs no argument, and completes others", () => {
      expect(press("/cl<enter>").effects).toEqual([{ do: "send", text: "/clear" }]);
      expect(press("/comp<enter>").effects).toEqual([{ do: "send", text: "/compact" }]);
      expect(press("/fi<enter>")).toMatchObject({ text: "/fix ", effects: [] });
      expect(press("@app<enter>")).toMatchObject({ text: "@src/app.ts ", effects: [] });
    });

    it("Enter sends what is already complete", () => {
      expect(press("@src/app.ts<enter>").effects).toEqual([{ do: "send", text: "@src/app.ts" }]);
    });

    it("Esc closes it until the text changes, and Tab opens it again", () => {
      const closed = press("/c<escape>");
      expect(closed.state.completion).toBeUndefined();
      expect(press("<tab>", { state: closed.state }).state.completion).toBeDefined();
      expect(press("l", { state: closed.state }).state.completion).toBeDefined();
      expect(press("<enter>", { state: closed.state }).effects).toEqual([
        { do: "send", text: "/c" },
      ]);
    });
  });

  describe("keys of the session", () => {
    const running = { isTurnRunning: true };

    it("Esc interrupts a turn and keeps the text; twice it clears the text", () => {
      expect(press("abc<escape>", running)).toMatchObject({
        text: "abc",
        effects: [{ do: "interrupt" }],
      });
      expect(press("abc<escape>").text).toBe("abc");
      expect(press("abc<escape><escape>")).toMatchObject({ text: "", effects: [] });
      expect(press("abc<escape><escape><ctrl+y>").text).toBe("abc");
    });

    it("Ctrl+C clears the text or interrupts, and leaves when it is pressed again", () => {
      expect(press("abc<ctrl+c>")).toMatchObject({ text: "", effects: [] });
      expect(press("<ctrl+c>", running).effects).toEqual([{ do: "interrupt" }]);
      expect(press("abc<ctrl+c><ctrl+c>").effects).toEqual([{ do: "leave" }]);
      expect(press("<ctrl+c><ctrl+c>", running).effects).toEqual([
        { do: "interrupt" },
        { do: "leave" },
      ]);
      expect(press("<ctrl+c>x<ctrl+c>").effects).toEqual([]);
    });

    it("a key that was pressed long ago does not count", () => {
      const { state } = press("<ctrl+c>");
      expect(press("<ctrl+c>", { state, now: armedMs }).effects).toEqual([]);
    });

    it("Ctrl+D deletes; twice on an empty line it leaves", () => {
      expect(press("ab<left><ctrl+d>").text).toBe("a");
      expect(press("<ctrl+d>").effects).toEqual([]);
      expect(press("<ctrl+d><ctrl+d>").effects).toEqual([{ do: "leave" }]);
      expect(press("<ctrl+c><ctrl+d>").effects).toEqual([]);
    });

    it.each([
      ["<shift+tab>", "next-mode"],
      ["<ctrl+o>", "show-details"],
      ["<ctrl+t>", "show-timeline"],
      ["<ctrl+l>", "redraw"],
      ["<ctrl+z>", "suspend"],
      ["<ctrl+x><ctrl+s>", "send-now"],
    ])("%s: %s", (keys, effect) => {
      expect(press(`text${keys}`)).toMatchObject({ text: "text", effects: [{ do: effect }] });
    });
  });

  it("Ctrl+R finds earlier inputs; Enter takes one, Esc none", () => {
    const { state } = press("fix the test<enter>other<enter>fix it<enter>");
    expect(press("<ctrl+r>fix<enter>", { state }).text).toBe("fix it");
    expect(press("<ctrl+r>fix<ctrl+r><enter>", { state }).text).toBe("fix the test");
    expect(press("typed<ctrl+r>fix<escape>", { state }).text).toBe("typed");
    expect(press("<ctrl+r>fix<end>!", { state }).text).toBe("fix it!");
  });

  it("whatever keys are pressed, the cursor stays between characters", () => {
    const key = fc.constantFrom(...[...sessionKeys, ...inputKeys].flatMap(({ keys }) => keys));
    const stroke = fc.oneof(
      key.map((name) => ({ key: name })),
      fc.constantFrom("a", "/", "@", "漢", "👨‍👩‍👧", "\\", " ").map((text) => ({ text })),
      fc.constantFrom("x\ny", "z".repeat(3000)).map((paste) => ({ paste })),
    );
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 50 }), fc.boolean(), (strokes, isTurnRunning) => {
        let state = initialInput(["earlier", "/clear", "two\nlines"]);
        for (const one of strokes) {
          const surroundings = { ...quiet, isTurnRunning };
          state =
            "paste" in one
              ? reducePaste(state, one.paste, surroundings)
              : reduceInput(state, one, surroundings).state;
          const { text, cursor } = state.edited;
          expect(cursor).toBe(boundaryAt(text, cursor));
          if (state.completion)
            expect(state.completion.proposals[state.completion.chosen]).toBeDefined();
        }
      }),
    );
  });
});
