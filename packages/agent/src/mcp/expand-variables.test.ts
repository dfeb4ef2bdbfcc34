import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandVariables } from "./expand-variables.ts";

const env = { KEY: "abc", EMPTY: "" };

describe("variables in the texts of a server", () => {
  it.each([
    ["${KEY}", "abc"],
    ["Bearer ${KEY}!", "Bearer abc!"],
    ["${NONE:-x y}", "x y"],
    ["${EMPTY:-x}", "x"],
    ["${EMPTY}", ""],
    ["${KEY:-x}", "abc"],
    ["$KEY $ {KEY} ${1}", "$KEY $ {KEY} ${1}"],
  ])("%s becomes %j", (text, expected) => {
    expect(expandVariables(text, env)).toEqual({ text: expected });
  });

  it("names every variable that is not set", () => {
    expect(expandVariables("${A} ${KEY} ${B}", env)).toEqual({ missing: ["A", "B"] });
  });

  it("a text without ${ stays what it is, and a value is not expanded again", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes("${")),
        (text) => {
          expect(expandVariables(text, env)).toEqual({ text });
        },
      ),
    );
    expect(expandVariables("${A}", { A: "${KEY}", KEY: "x" })).toEqual({ text: "${KEY}" });
  });
});
