import { expect, it } from "vitest";
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

it("only the beginning of a long script is read", () => {
  const reads = "cat\njq .\n";
  expect(stdinReaders(`${"true\n".repeat(100)}${reads}`)).toEqual(["cat", "jq"]);
  expect(stdinReaders(`${"true\n".repeat(100_000)}${reads}`)).toEqual([]);
});
