import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readTrace } from "./read-traces.ts";

it("names the first five lines that are not records, and counts the others", () => {
  const folder = mkdtempSync(join(tmpdir(), "traces-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "trace.jsonl");
  const write = (lines: number) => writeFileSync(file, "no\n".repeat(lines));
  write(5);
  expect(readTrace(file).problems).toHaveLength(5);
  write(8);
  expect(readTrace(file).problems).toEqual([
    ...[1, 2, 3, 4, 5].map((line) => `line ${line} is not a record: it is not JSON`),
    "3 more lines are not records",
  ]);
});
