import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { substituteArguments, wordsOf } from "./substitute-arguments.ts";

describe("arguments of a command", () => {
  it.each([
    ["Fix $ARGUMENTS now", "a b", "Fix a b now"],
    ["$ARGUMENTS$ARGUMENTS", "x", "xx"],
    ["Review $1 with $2, then $1", "456 high", "Review 456 with high, then 456"],
    ["$1-$3", "only", "only-"],
    ["$1", '"two words" rest', "two words"],
    ["$2", "it's 'fine here'", "fine here"],
    ["costs $10, $0, $ARGUMENTS_LIST, $", "x", "costs $10, $0, $ARGUMENTS_LIST, $\n\nARGUMENTS: x"],
    ["$ARGUMENTS", "", ""],
    ["no place", "", "no place"],
    ["no place", "x y", "no place\n\nARGUMENTS: x y"],
    ["$1", "$2 $ARGUMENTS", "$2"],
    ["$ARGUMENTS", "$1 $& $$", "$1 $& $$"],
  ])("E25 %j with %j is %j", (body, args, text) => {
    expect(substituteArguments(body, args)).toBe(text);
  });

  it("E25 everything that is not a placeholder is unchanged", () => {
    const calm = fc.string({ unit: "binary" }).filter((text) => !text.includes("$"));
    // A letter behind a name would make it another one, so every place stands before a space.
    const place = fc.constantFrom("$ARGUMENTS", "$1", "$9");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(calm, place), { maxLength: 6 }),
        calm,
        fc.string(),
        (parts, end, args) => {
          const body = parts.map(([text, name]) => `${text}${name} `).join("") + end;
          const words = wordsOf(args);
          const values = { $ARGUMENTS: args, $1: words[0] ?? "", $9: words[8] ?? "" };
          const wanted = parts.map(([text, name]) => `${text}${values[name]} `).join("") + end;
          const appended = parts.length === 0 && args !== "" ? `\n\nARGUMENTS: ${args}` : "";
          expect(substituteArguments(body, args)).toBe(wanted + appended);
        },
      ),
    );
  });

  it("words are separated by spaces, and quotation marks keep them together", () => {
    expect(wordsOf(`  a  "b c" d"e f" 'g "h'  `)).toEqual(["a", "b c", 'd"e', 'f"', 'g "h']);
    expect(wordsOf(`"" x`)).toEqual(["", "x"]);
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[^\s"']+$/)), (words) => {
        expect(wordsOf(words.join(" "))).toEqual(words);
        expect(wordsOf(words.map((word) => `"${word} '"`).join("\t"))).toEqual(
          words.map((word) => `${word} '`),
        );
      }),
    );
  });
});
