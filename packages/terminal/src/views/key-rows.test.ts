import { expect, it } from "vitest";
import { keyRows } from "./key-rows.ts";

it("keys that do not fit on a row are on the next one, and none is cut", () => {
  const parts = ["Esc close", "Enter details", "a add a rule"];
  expect(keyRows(parts, 80)).toEqual(["Esc close · Enter details · a add a rule"]);
  expect(keyRows(parts, 25)).toEqual(["Esc close · Enter details", "a add a rule"]);
  expect(keyRows(parts, 5)).toEqual(parts);
  expect(keyRows([], 5)).toEqual([]);
});
