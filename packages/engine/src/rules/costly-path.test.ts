import { expect, it } from "vitest";
import { allowHolds, denyHolds } from "./permissions.ts";
import { parseRule } from "./rule.ts";

const context = { cwd: "/project", projectDirectory: "/project", home: "/home/user" };

function judged(text: string, path: string) {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(text);
  const call = { toolName: "Read", toolInput: { file_path: path } };
  return [
    denyHolds(parsed.rule, call, context).holds,
    allowHolds([parsed.rule], call, context).holds,
  ];
}

it.each([
  ["Read(**/a/**/a/**/a/**/b)", "a/".repeat(2000)],
  ["Read(src/*a*a*a*a*b)", `src/${"a".repeat(2000)}`],
])("M7 a path that takes too long to compare is refused and not allowed: %s", (rule, path) => {
  expect(judged(rule, path)).toEqual([true, false]);
});

it.each([
  ["Read(**/**/**/**/x/y)", "a/x/y", true],
  ["Read(**/**/**/**/x/y)", "a/x/z", false],
  ["Read(**/a/**/a/**/b)", `${"a/".repeat(100)}b`, true],
  ["Read(src/**)", `src/${"a/".repeat(2000)}b`, true],
])("M7 %s is compared with a path of ordinary size", (rule, path, holds) => {
  expect(judged(rule, path)).toEqual([holds, holds]);
});
