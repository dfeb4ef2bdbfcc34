import { expect, it } from "vitest";
import { selectedIndex } from "./selected-index.ts";

it("an entry stays selected when others come and go", () => {
  const items = ["a", "b", "c"].map((id) => ({ id }));
  expect(selectedIndex(items, { id: "c", index: 0 })).toBe(2);
  expect(selectedIndex(items, { id: undefined, index: 0 })).toBe(0);
  expect(selectedIndex(items, { id: "gone", index: 7 })).toBe(2);
  expect(selectedIndex([], { id: "gone", index: 7 })).toBe(0);
});
