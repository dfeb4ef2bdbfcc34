import { describe, expect, it } from "vitest";
import { citationsInComments, citationsInPage } from "./citations.ts";
import { idsIn, idsInCell } from "./rule-ids.ts";
import { readTestTitles } from "./test-titles.ts";

describe("ids in a text", () => {
  it("are separate words, single or as a range", () => {
    expect(idsIn("P10, M1-M3 and (G1) do: T5")).toEqual(["P10", "M1", "M2", "M3", "G1", "T5"]);
  });

  it("are not parts of other words", () => {
    expect(idsIn("H264 SHA256 $E1 xP1 P1x P0 UTF8 B2")).toEqual([]);
  });

  it("in a table of cases come first or in parentheses; the rest is data", () => {
    expect(idsInCell("E20 an unknown event")).toEqual(["E20"]);
    expect(idsInCell("E1")).toEqual(["E1"]);
    expect(idsInCell("matcher (M2, M3)")).toEqual(["M2", "M3"]);
    expect(idsInCell("press F5 to go on")).toEqual([]);
  });
});

describe("the names of tests", () => {
  const source = `
    import { describe, it } from "vitest";
    const table = [["E1", 1]] as const;
    describe("T5 a group", () => {
      it("P1 a test", () => expect("P2 no title").toBe("P3 none either"));
      it.each(table)("%s of a constant", () => {});
      it.each([["(A2) written there", 1]])(\`C5 \${table} a template\`, () => {});
      it.runIf(true)("H1 with a condition", () => {});
    });
    testQuestions([{ question: "words (A6)" }]);
  `;

  it("are the titles of tests and groups", () => {
    expect(readTestTitles(source).titles).toEqual([
      "T5 a group",
      "P1 a test",
      "%s of a constant",
      "C5 … a template",
      "H1 with a condition",
    ]);
  });

  it("include texts from tables: inline, in a constant, or passed to a helper", () => {
    expect(readTestTitles(source).cells).toEqual(["E1", "(A2) written there", "words (A6)"]);
  });
});

describe("citations", () => {
  it("are found in comments, but not in code and strings", () => {
    const source = '/** P1: why. */\nconst F5 = "F12 // F11"; // see M2\n/*\n * T1\n */\n';
    expect(citationsInComments(source)).toEqual([
      { id: "P1", line: 1 },
      { id: "M2", line: 2 },
      { id: "T1", line: 4 },
    ]);
  });

  it("are found in pages, outside code", () => {
    expect(citationsInPage("see P1\n```sh\nP2\n```\nnot `P3`, but P4\n")).toEqual([
      { id: "P1", line: 1 },
      { id: "P4", line: 5 },
    ]);
  });
});
