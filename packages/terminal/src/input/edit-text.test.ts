import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EditCommand, type EditedText, editCommands, insertText } from "./edit-text.ts";
import { boundaryAt } from "./graphemes.ts";

/** A text with `|` at the cursor. */
const at = (marked: string, cut = ""): EditedText => ({
  text: marked.replace("|", ""),
  cursor: marked.indexOf("|"),
  cut,
});

const marked = ({ text, cursor }: EditedText) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

describe("editing", () => {
  it.each<readonly [EditCommand, string, string]>([
    ["left", "ab|", "a|b"],
    ["left", "|ab", "|ab"],
    ["left", "a👨‍👩‍👧|", "a|👨‍👩‍👧"],
    ["right", "|é漢", "é|漢"],
    ["right", "ab|", "ab|"],
    ["word-left", "one two.  |", "one |two.  "],
    ["word-right", "one| two.", "one two|."],
    ["line-start", "a\nbc|d", "a\n|bcd"],
    ["line-end", "a|b\ncd", "ab|\ncd"],
    ["text-start", "a\nb|", "|a\nb"],
    ["text-end", "|a\nb", "a\nb|"],
    ["delete-left", "a🇩🇪|b", "a|b"],
    ["delete-right", "a|👍🏽b", "a|b"],
    ["cut-word-left", "one src/two|", "one src/|"],
    ["cut-argument-left", "one src/two|", "one |"],
    ["cut-word-right", "|one two", "| two"],
    ["cut-line-left", "a\nbc|d", "a\n|d"],
    ["cut-line-left", "a\n|d", "a|d"],
    ["cut-line-right", "a|b\nc", "a|\nc"],
    ["cut-line-right", "a|\nc", "a|c"],
    ["newline", "a|b", "a\n|b"],
  ])("%s: %j becomes %j", (command, before, after) => {
    expect(marked(editCommands[command](at(before)))).toBe(after);
  });

  it("inserts again what was cut", () => {
    const cut = editCommands["cut-line-left"](at("some text|"));
    expect(cut).toEqual({ text: "", cursor: 0, cut: "some text" });
    expect(marked(editCommands["paste-cut"](cut))).toBe("some text|");
  });

  it("keeps the cursor outside of a character that grows", () => {
    expect(insertText(at("e|x"), "\u0301")).toEqual({ text: "e\u0301x", cursor: 2, cut: "" });
  });

  const piece = fc.constantFrom(
    "a",
    "_",
    " ",
    "\n",
    "漢",
    "e\u0301",
    "👨‍👩‍👧",
    "🇩🇪",
    "\u200D",
    ".",
    "\t",
  );
  const step = fc.oneof(
    fc.constantFrom(...(Object.keys(editCommands) as EditCommand[])),
    piece.map((insert) => ({ insert })),
  );

  it("never divides a character, and only inserting makes the text longer", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let state: EditedText = { text: "", cursor: 0, cut: "" };
        for (const one of steps) {
          const next =
            typeof one === "string" ? editCommands[one](state) : insertText(state, one.insert);
          expect(next.cursor).toBe(boundaryAt(next.text, next.cursor));
          if (typeof one === "string" && one !== "newline" && one !== "paste-cut")
            expect(next.text.length).toBeLessThanOrEqual(state.text.length);
          state = next;
        }
      }),
    );
  });

  it("cutting and inserting at the same place changes nothing", () => {
    // Characters that do not join others, wherever the cut is.
    const alone = fc.constantFrom("a", "_", " ", "\n", "漢", ".", "👍");
    const cuts = Object.keys(editCommands).filter((one) => one.startsWith("cut-")) as EditCommand[];
    fc.assert(
      fc.property(fc.array(alone), fc.nat(), fc.constantFrom(...cuts), (pieces, place, command) => {
        const text = pieces.join("");
        const state = { text, cursor: boundaryAt(text, place % (text.length + 1)), cut: "" };
        const cut = editCommands[command](state);
        expect(editCommands["paste-cut"](cut).text).toBe(text);
      }),
    );
  });
});
