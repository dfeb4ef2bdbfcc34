import { expect, it } from "vitest";
import { shortLine } from "./short-line.ts";

it.each([
  ["one", {}, "one"],
  ["one\ntwo", {}, "one…"],
  ["one\ntwo", { more: "the log" }, "one…"],
  ["one\n", { more: "the log" }, "one"],
  ["abcdef", { maxLength: 3 }, "abc…"],
  ["abcdef", { maxLength: 3, more: "the log" }, "abc… (6 characters; the log has more)"],
  ["ab😀", { maxLength: 3 }, "ab…"],
])("%j %j is %s", (text, options, line) => {
  expect(shortLine(text, options)).toBe(line);
});
