import { expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

const tools = ["Bash", "Read", "Write", "Edit", "NotebookEdit"];

it.each([
  ["bash", "Bash"],
  ["Wirte", "Write"],
  ["Eidt", "Edit"],
  ["Writes", "Write"],
  ["Note", "NotebookEdit"],
  ["Bash", undefined],
  ["Nope", undefined],
  ["ea", undefined],
])("the name nearest to %s is %s", (name, nearest) => {
  expect(nearestName(name, tools)).toBe(nearest);
});

it("a long name is near to none, and takes no time", () => {
  expect(nearestName("x".repeat(100_000), tools)).toBeUndefined();
});
