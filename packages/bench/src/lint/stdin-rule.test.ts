import { expect, it } from "vitest";
import { growthOf } from "../../../../scripts/testing/work-of.ts";
import { stdinReaders } from "./stdin-rule.ts";

it.each([
  ["a=$(jq -r .tool_input.command); b=$(jq -r .cwd)", ["jq", "jq"]],
  ["input=$(cat)\njq -r '.tool_name' >> log", ["cat", "jq"]],
  ["grep -q 'rm -rf' && exit 2; grep -q sudo && exit 2", ["grep", "grep"]],
  ["if jq -e '.a' > /dev/null; then jq -r .b; fi", ["jq", "jq"]],
  ["cat | jq -r .a", ["cat"]],
  ['input=$(cat); printf "%s" "$input" | jq -r .a; jq -r .b <<< "$input"', ["cat"]],
  ["input=$(cat); jq -n '{decision: \"block\"}'", ["cat"]],
  ["input=$(cat); cat notes.txt; grep -rq TODO; grep -q x file", ["cat"]],
  ["cat <<EOF\ncat\njq .\nEOF\njq -r .a", ["jq"]],
  ["jq -r '.a[]' | while read -r x; do grep -q y; cat; done", ["jq"]],
  ["jq -r .a | { grep x; cat; }", ["jq"]],
  ["log() { cat >> log; }\ninput=$(cat)", ["cat"]],
  ["# cat\njq .", ["jq"]],
  ['if [ -n "$A" ]; then cat; else jq .; fi', ["cat"]],
])("%s reads stdin with %j", (script, names) => {
  expect(stdinReaders(script)).toEqual(names);
});

it.each(["do ", "<<A\n", "case ", "x() {", "| { "])(
  "the work grows with the length: %j",
  async (part) => {
    expect(await growthOf(2000, (times) => stdinReaders(part.repeat(times)))).toBeLessThan(2.2);
  },
);
