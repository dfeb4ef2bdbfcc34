import { describe, expect, it } from "vitest";
import { growthOf, workOf } from "./work-of.ts";

const spaces = (size: number) => `${" ".repeat(size)}x`;

describe("growthOf", () => {
  it.each<[string, (size: number) => unknown]>([
    ["a loop", (size) => Array.from({ length: size }, () => 1)],
    ["an expression that passes over a text once", (size) => /^\s+x$/.exec(spaces(size))],
    ["many matches", (size) => spaces(size).replaceAll(/ /g, "")],
    ["a few searches", (size) => look(size, size / 4)],
  ])("is 2 for %s", async (_what, work) => {
    expect(await growthOf(5000, work)).toBeCloseTo(2, 1);
  });

  it.each<[string, (size: number) => unknown]>([
    [
      "a loop in a loop",
      (size) => Array.from({ length: size }, () => Array.from({ length: size }, () => 1)),
    ],
    ["an expression that begins anew at every place", (size) => /\s+$/.test(spaces(size))],
    ["the same in a library's function", (size) => spaces(size).split(/\s+$/)],
    ["a search from every place", (size) => look(size, 1)],
  ])("is 4 for %s", async (_what, work) => {
    expect(await growthOf(500, work)).toBeCloseTo(4, 1);
  });
});

/** Looks for a letter that is at the end, from each place or from places that are far apart. */
function look(size: number, step: number): number {
  const text = spaces(size);
  let sum = 0;
  for (let at = 0; at < size; at += step) sum += text.indexOf("x", at);
  return sum;
}

describe("workOf", () => {
  it.each<[RegExp, string]>([
    [/b+/, "abbbc"],
    [/b+/, "ac"],
    [/(?<first>a)(b)?/gi, "xAxab"],
    [/(\d)\1|$/y, "11"],
    [/x/y, "ax"],
    [/^$/gm, "a\n\nb"],
  ])("does not change what %s finds in %j", async (expression, text) => {
    const all = () => {
      const matches: unknown[] = [];
      expression.lastIndex = 0;
      do matches.push({ ...expression.exec(text), lastIndex: expression.lastIndex });
      while (expression.lastIndex > 0 && matches.length < 5);
      return JSON.stringify([matches, text.replace(expression, "-"), text.split(expression)]);
    };
    const before = all();
    let counted = "";
    await workOf(() => {
      counted = all();
    });
    expect(counted).toBe(before);
  });
});
