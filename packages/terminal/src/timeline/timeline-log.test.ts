import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterTimeline } from "./filter-timeline.ts";
import { linesAt } from "./lines-at.ts";
import { emptyTimeline, withRows } from "./timeline-log.ts";

const rows = [
  "user      go",
  'model     → Bash {"command":"rm x"}',
  "hooks     ✗ PreToolUse: refuse, by guard.sh",
  "            guard.sh    4 ms  exit 2",
  "refused   no",
  'model     → Read {"file_path":"a"}',
  "hooks     ✓ PreToolUse: proceed",
  "tool      text",
  "explore a1b2 > model     → Grep {}",
  "explore a1b2 > hooks     ✗ PreToolUse: refuse, by guard.sh",
  "end       completed",
];
const blocks = withRows(emptyTimeline, rows).blocks;
const firstLines = (filter: string) =>
  filterTimeline(blocks, filter).map(({ lines }) => lines[0]?.replace(/^explore a1b2 > /, ""));

describe("the timeline of the screen", () => {
  it("keeps the lines of an event together", () => {
    expect(blocks).toHaveLength(rows.length - 1);
    expect(blocks[2]?.lines).toEqual([rows[2], rows[3]]);
  });

  it("filters by tool, event, hook and refusal", () => {
    expect(filterTimeline(blocks, "")).toBe(blocks);
    expect(firstLines("tool:bash")).toEqual([rows[1], rows[2], rows[4]]);
    expect(firstLines("pretooluse guard.sh")).toHaveLength(2);
    expect(firstLines("refused")).toEqual([
      rows[2],
      rows[4],
      "hooks     ✗ PreToolUse: refuse, by guard.sh",
    ]);
    expect(firstLines("tool:grep refused")).toHaveLength(1);
    expect(firstLines("nothing")).toEqual([]);
  });

  it("keeps a bounded number of lines, and counts those that it drops", () => {
    let log = emptyTimeline;
    for (let count = 0; count < 5000; count += 1) log = withRows(log, [`user      ${count}`]);
    expect(log.blocks.length).toBeLessThanOrEqual(1000);
    expect(log.blocks.length + log.dropped).toBe(5000);
    expect(log.blocks.at(-1)?.lines).toEqual(["user      4999"]);
    const long = withRows(emptyTimeline, [`model     ${"x\n".repeat(100_000)}`]);
    expect(long.blocks[0]?.lines.length).toBe(100);
  });
});

describe("linesAt", () => {
  it("never shows more lines than there is room, and follows the end", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 50 }),
        fc.option(fc.integer({ min: -5, max: 60 }), { nil: undefined }),
        fc.integer({ min: 1, max: 30 }),
        (lines, top, height) => {
          const { shown, at } = linesAt(lines, top, height);
          expect(shown.length).toBe(Math.min(height, lines.length));
          expect(lines.slice(at, at + shown.length)).toEqual(shown);
          if (top === undefined) expect(at + shown.length).toBe(lines.length);
        },
      ),
    );
  });
});
