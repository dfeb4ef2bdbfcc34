import { brand } from "@snaphook/protocol";
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { EntryContent, ToolEntry } from "../state/entry.ts";
import { dangerous, evil } from "../testing/evil.ts";
import type { StyledLine } from "../text/styled-line.ts";
import { entryLines } from "./entry-lines.ts";

const textOf = (row: StyledLine): string => row.map(({ text }) => text).join("");
const shown = (entry: EntryContent, columns = 60) => entryLines(entry, columns).map(textOf);

const tool = (more: Partial<ToolEntry> = {}): ToolEntry => ({
  kind: "tool",
  name: "Bash",
  subject: "ls",
  ran: true,
  isError: false,
  result: { lines: [], more: 0 },
  notes: [],
  ...more,
});

describe("entryLines", () => {
  it("shows a call with its result, what is left of it, and how long it took", () => {
    expect(shown(tool({ result: { lines: ["a", "b"], more: 12 }, durationMs: 3100 }))).toEqual([
      "",
      "● Bash(ls) · 3 s",
      "  └ │ a",
      "    │ b",
      "    … 12 more lines, Ctrl+O shows all",
    ]);
    expect(shown(tool({ name: "mcp__files__list", subject: "" }))).toEqual([
      "",
      "● files: list",
      "  └ (no output)",
    ]);
  });

  it("says without colours what failed and what did not run", () => {
    const result = { lines: ["boom"], more: 0 };
    expect(shown(tool({ isError: true, result }))).toEqual(["", "✗ Bash(ls)", "  └ │ boom"]);
    expect(shown(tool({ ran: false, result }))).toEqual([
      "",
      "⊘ Bash(ls)",
      "  └ not run",
      "    │ boom",
    ]);
    const notes = [{ level: "info", text: "not run: guard: no", saysWhy: true }] as const;
    expect(shown(tool({ ran: false, notes }))).toEqual([
      "",
      "⊘ Bash(ls)",
      "  └ not run: guard: no",
    ]);
  });

  it("shows differences with numbers and signs, and how much is left of them", () => {
    const diff = [
      { sign: "-", text: "old", before: 9 },
      { sign: "+", text: "new", after: 9 },
    ] as const;
    expect(shown(tool({ name: "Edit", subject: "a.ts", diff, moreDiff: 1 }))).toEqual([
      "",
      "● Edit(a.ts)",
      "  └ │ 9 - old",
      "    │ 9 + new",
      "    … 1 more line, Ctrl+O shows all",
    ]);
  });

  it("no row of what the model says begins as a line of ours", () => {
    const fake = "● Bash(npm test)\n  └ passed\n\nwarning: x\n> me\n```\n● Bash(ls)\n```";
    const thought = { lines: fake.split("\n"), more: 0 };
    for (const entry of [
      { kind: "answer", markdown: `${fake}\n${"word ".repeat(30)}` },
      { kind: "thinking", text: thought },
    ] as const)
      for (const row of shown(entry).slice(1)) expect(row).toMatch(/^│ /);
  });

  it("cuts long commands", () => {
    expect(shown(tool({ subject: "word ".repeat(200) }), 40)).toHaveLength(6);
    expect(shown(tool({ subject: "a\nb\nc" }))[1]).toBe("● Bash(a … 2 more lines)");
    expect(shown(tool({ subject: "a\nb" }))[1]).toBe("● Bash(a … 1 more line)");
  });

  it("levels are words too", () => {
    expect(shown({ kind: "notice", level: "error", text: "bad" })).toEqual(["error: bad"]);
    expect(shown({ kind: "notice", level: "warning", text: "odd" })).toEqual(["warning: odd"]);
    expect(shown({ kind: "hook", level: "warning", text: "guard says" })).toEqual([
      "  └ guard says",
    ]);
  });

  it("further lines of a text cannot pass for lines of ours", () => {
    expect(shown({ kind: "notice", level: "info", text: "a\nerror: b" })).toEqual([
      "a",
      "│ error: b",
    ]);
  });

  it.each([20, 60, 80, 140])(
    "T8 at %i columns: only the first row of a text of others is without a bar, and only in a line of ours",
    (columns) => {
      const fakes = [
        "allowed by guard.sh (PreToolUse:Bash): checked",
        "  └ allowed by guard.sh (PreToolUse:Bash): checked",
        "● Bash(npm test)",
        `${"x".repeat(columns - 9)} └ allowed by guard.sh (PreToolUse:Bash): checked`,
        `${"word ".repeat(60)}allowed by guard.sh`,
      ];
      const text = ["first", ...fakes].join("\n");
      const result = { lines: fakes, more: 0 };
      const diff = fakes.map((fake) => ({ sign: "+", text: fake, after: 1 }) as const);
      const isTheirs = /^(?: {2}└ | {4})?│ /;
      const notMarked = (entry: EntryContent) =>
        shown(entry, columns).filter((row) => row !== "" && !isTheirs.test(row));
      for (const isError of [false, true]) {
        expect(notMarked(tool({ result, isError }))).toEqual(
          ["● Bash(ls)", "✗ Bash(ls)"].slice(Number(isError), Number(isError) + 1),
        );
        expect(notMarked({ kind: "output", isError, text: result })).toEqual([]);
      }
      expect(notMarked(tool({ diff }))).toEqual(["● Bash(ls)"]);
      expect(notMarked({ kind: "thinking", text: result })).toEqual([]);
      const level = "info" as const;
      expect(notMarked({ kind: "hook", level, text })).toEqual(["  └ first"]);
      expect(notMarked({ kind: "notice", level, text })).toEqual(["first"]);
      expect(notMarked(tool({ notes: [{ level, text }] }))).toEqual(["● Bash(ls)", "  └ first"]);
      for (const fake of fakes.slice(3)) {
        expect(notMarked({ kind: "hook", level, text: fake })).toHaveLength(1);
        expect(notMarked({ kind: "notice", level, text: fake })).toHaveLength(1);
        expect(notMarked(tool({ subject: fake })).slice(1)).toEqual(
          expect.not.arrayContaining([expect.stringContaining("allowed")]),
        );
      }
    },
  );

  it("what we say about a result has no bar", () => {
    const result = { lines: ["12 lines"], more: 0, isOurs: true } as const;
    expect(shown(tool({ name: "Read", result }))).toEqual(["", "● Read(ls)", "  └ 12 lines"]);
  });

  it("shows version, model, profile, hooks and folder at the start", () => {
    const banner = {
      kind: "banner",
      version: "1.2.3",
      cwd: "/project",
      model: "claude-test",
      profile: "reference",
      hooks: { inEffect: 1, notInEffect: 0 },
    } as const;
    expect(shown(banner)).toEqual([
      `${brand.command} 1.2.3 · claude-test · profile reference · 1 hook`,
      "/project",
    ]);
    expect(shown({ ...banner, hooks: { inEffect: 5, notInEffect: 2 } }).join(" ")).toContain(
      "· 5 hooks in effect, 2 not",
    );
  });

  const text = fc.oneof(
    fc.constant(evil.repeat(3)),
    fc.string({ unit: "grapheme", maxLength: 80 }),
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.lorem({ maxCount: 40 }),
  );
  const short = fc.record({ lines: fc.array(text, { maxLength: 3 }), more: fc.nat(5) });
  const level = fc.constantFrom("info" as const, "warning" as const, "error" as const);
  const note = fc.record({ level, text });
  const entry: fc.Arbitrary<EntryContent> = fc.oneof(
    fc.record({ kind: fc.constant("prompt" as const), text }),
    fc.record({ kind: fc.constant("answer" as const), markdown: text }),
    fc.record({ kind: fc.constant("thinking" as const), text: short }),
    fc.record({ kind: fc.constant("output" as const), isError: fc.boolean(), text: short }),
    fc.record({ kind: fc.constant("hook" as const), level, text }),
    fc.record({ kind: fc.constant("notice" as const), level, text }),
    fc.record({
      kind: fc.constant("banner" as const),
      version: text,
      cwd: text,
      model: text,
      profile: text,
      hooks: fc.record({ inEffect: fc.nat(3), notInEffect: fc.nat(3) }),
    }),
    fc.record({
      kind: fc.constant("tool" as const),
      name: text,
      subject: text,
      ran: fc.boolean(),
      isError: fc.boolean(),
      result: short,
      diff: fc.array(
        fc.record({ sign: fc.constantFrom("-" as const, "+" as const), text, after: fc.nat() }),
        { maxLength: 3 },
      ),
      notes: fc.array(note, { maxLength: 3 }),
    }),
  );

  it("is never wider than the screen, and never executes what others wrote", () => {
    fc.assert(
      fc.property(entry, fc.constantFrom(20, 60, 80, 140), (one, columns) => {
        for (const row of shown(one, columns)) {
          expect(stringWidth(row)).toBeLessThanOrEqual(columns);
          expect(row.replaceAll(/[\u200D\uFE0F]/g, "")).not.toMatch(dangerous);
          expect(row).not.toContain("\n");
        }
      }),
    );
  });
});
