import fc from "fast-check";
import { expect, it } from "vitest";
import { timelineOf } from "./build-timeline.ts";
import { filterTimeline } from "./filter-timeline.ts";
import { fitText } from "./fit-text.ts";
import { printTimeline } from "./print-timeline.ts";
import { ranAt, recordAt, refusalAt, traceFile } from "./testing.ts";

const hook = { id: "hook2", label: "format.py" };

const session = () =>
  timelineOf([
    traceFile([
      recordAt(0, { event: "UserPromptSubmit", input: { prompt_id: "p1", prompt: "Tidy up" } }),
      refusalAt(100),
      recordAt(200, {
        event: "PostToolUse",
        ran: [
          ranAt(200, {
            ...hook,
            durationMs: 200,
            failure: { kind: "exit", detail: "it exited with 1\nand more" },
          }),
        ],
        held: [{ id: "hook3", label: "held.sh", reason: "untrusted", because: "not trusted" }],
      }),
    ]),
  ]);

const plain = (timeline: ReturnType<typeof session>, width: number, all = false) =>
  printTimeline(timeline, { width, all }).map((line) =>
    line
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );

it("shows when each hook ran in its turn, how it ended and what it changed", () => {
  expect(plain(session(), 80)).toEqual([
    'turn 1: "Tidy up"',
    "  10:00:00 UTC, 400 ms, session session-",
    "PreToolUse Bash          refuse         30 ms    ██           refused",
    "  guard.sh               exit 2         20 ms    ██           refused",
    "PostToolUse Bash         proceed        30 ms        ██",
    "  format.py              exit 0        200 ms        ████████ failed: it exited…",
    "  held.sh                did not run                          not trusted",
    "  1 event without hooks (--all shows them)",
    "",
    "hooks by time: 220 ms in 2 hooks",
    "    200 ms  1 run, longest 200 ms, 0 changed the outcome  format.py",
    "     20 ms  1 run, longest 20 ms, 1 changed the outcome  guard.sh",
  ]);
  expect(plain(session(), 80, true)[2]).toMatch(/^UserPromptSubmit +proceed/);
});

it("fits every width; narrow lines have no bars", () => {
  expect(plain(session(), 50).join("\n")).not.toContain("█");
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.string({ unit: "grapheme" }),
      (width, label) => {
        const timeline = timelineOf([traceFile([recordAt(0, { ran: [ranAt(0, { label })] })])]);
        for (const line of plain(timeline, width))
          expect([...new Intl.Segmenter().segment(line)].length).toBeLessThanOrEqual(
            Math.max(40, width),
          );
      },
    ),
    { numRuns: 60 },
  );
});

it("section 9: a hook's text cannot control the terminal or look like a line of ours", () => {
  const label = "a\u001b[2J\nturn 9: fake\u202e";
  const lines = plain(timelineOf([traceFile([recordAt(0, { ran: [ranAt(0, { label })] })])]), 120);
  for (const hidden of ["\u001b", "\u202e"]) expect(lines.join("\n")).not.toContain(hidden);
  expect(lines.filter((line) => line.startsWith("turn"))).toHaveLength(1);
});

it.each([
  ["abc", 5, "abc  "],
  ["abcdef", 4, "abc…"],
  ["漢字漢字", 5, "漢字…"],
  ["漢字漢字", 4, "漢… "],
  ["a\nb", 4, "a\\nb"],
  ["abc", 0, ""],
  ["abc", 1, "…"],
])("fits %j into %d cells", (text, cells, fitted) => expect(fitText(text, cells)).toBe(fitted));

it("keeps the number of a turn when others are filtered out", () => {
  const later = refusalAt(900, { input: { prompt_id: "p2" } });
  const timeline = timelineOf([traceFile([recordAt(0), later])]);
  expect(plain(filterTimeline(timeline, { changed: true }), 80)[0]).toMatch(/^turn 2: /);
});

it("filters by hook, by event and by what changed the outcome", () => {
  const names = (filter: Parameters<typeof filterTimeline>[1]) =>
    filterTimeline(session(), filter).turns.flatMap(({ events }) =>
      events.map(({ event, runs, skipped }) => [
        event,
        ...[...runs, ...skipped].map(({ label }) => label),
      ]),
    );
  expect(names({})).toHaveLength(3);
  expect(names({ event: "PostToolUse" })).toEqual([["PostToolUse", "format.py", "held.sh"]]);
  expect(names({ hook: "FORMAT" })).toEqual([["PostToolUse", "format.py"]]);
  expect(names({ hook: "hook1" })).toEqual([["PreToolUse", "guard.sh"]]);
  expect(names({ hook: "held" })).toEqual([["PostToolUse", "held.sh"]]);
  expect(names({ changed: true })).toEqual([["PreToolUse", "guard.sh"]]);
  expect(names({ changed: true, event: "PostToolUse" })).toEqual([]);
});
