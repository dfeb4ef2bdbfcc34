import { expect, it } from "vitest";
import { growthOf } from "../../../../scripts/testing/work-of.ts";
import { newWorld } from "./testing.ts";

const many = (count: number, entry: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join(",");
const hook = (index: number) => `{"type": "command", "command": "hook-${index}"}`;

// A settings file may have 4 MiB: what grows with the square of that would never end.
it.each<[string, number, (size: number) => string]>([
  ["a huge string", 20_000, (size) => JSON.stringify("x".repeat(size))],
  ["a string without an end", 20_000, (size) => `{"a": "${"x".repeat(size)}`],
  ["a huge word", 20_000, (size) => "x".repeat(size)],
  ["many words", 20_000, (size) => "x ".repeat(size)],
  ["many starts of comments", 20_000, (size) => "/*".repeat(size)],
  ["many quotes", 20_000, (size) => '"'.repeat(size + 1)],
  ["many escapes", 20_000, (size) => `"${"\\".repeat(size + 1)}`],
  ["open lists", 20_000, (size) => "[".repeat(size)],
  ["open objects", 20_000, (size) => '{"a":'.repeat(size)],
  ["closing brackets", 20_000, (size) => "]".repeat(size)],
  ["keys", 1000, (size) => `{${many(size, (i) => `"k${i}": []`)}}`],
  ["unknown events", 1000, (size) => `{"hooks": {${many(size, (i) => `"E${i}": []`)}}}`],
  [
    "keys, one of them twice",
    1000,
    (size) => `{"hooks": {${many(size, (i) => `"E${i}": []`)}, "E1": []}}`,
  ],
  ["an event many times", 1000, (size) => `{"hooks": {${many(size, () => '"Stop": []')}}}`],
  ["an event with a long name", 20_000, (size) => `{"hooks": {"${"x".repeat(size)}": []}}`],
  ["bad groups", 500, (size) => `{"hooks": {"Stop": [${"1,".repeat(size)}1]}}`],
  ["bad hooks", 500, (size) => `{"hooks": {"Stop": [{"hooks": [${"1,".repeat(size)}1]}]}}`],
  ["hooks", 500, (size) => `{"hooks": {"Stop": [{"hooks": [${many(size, hook)}]}]}}`],
  [
    "a long list of names",
    1000,
    (size) => `{"hooks": {"Stop": [{"matcher": "${"x|".repeat(size)}", "hooks": [${hook(1)}]}]}}`,
  ],
])("C5 twice as much of %s is loaded with twice the work", async (_what, size, text) => {
  const world = newWorld();
  const load = (count: number) => {
    world.write("project/.claude/settings.json", text(count));
    return world.load();
  };
  expect(await growthOf(size, load)).toBeLessThan(2.3);
});
