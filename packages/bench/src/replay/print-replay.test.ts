import { type ReplayReport, replayReport } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { printReplay } from "./print-replay.ts";

const undecided = { verdict: "undecided", reasons: [], by: [] } as const;

const report = (more: Partial<ReplayReport>): ReplayReport => {
  const whole = {
    project: "/project",
    profile: "reference",
    interrupted: false,
    recordings: [{ file: "/a.jsonl", format: "transcript", sessions: 1, events: 2 }],
    diagnostics: [],
    replayed: { calls: 2, prompts: 0, questions: 0 },
    compared: { recorded: 0, current: 2, nothing: 0 },
    notCompared: { calls: 0, prompts: 0, questions: 0 },
    notReplayed: [],
    changes: [],
    hooks: [],
    unguarded: [],
    durationMs: 1000,
    ...more,
  } satisfies ReplayReport;
  expect(replayReport.parse(whole)).toMatchObject({ ok: true });
  return whole;
};

const change = (more: Partial<ReplayReport["changes"][number]>) =>
  ({
    file: "/a.jsonl",
    line: 1,
    session: "s",
    event: "PreToolUse",
    tool: "Bash",
    subject: "ls",
    comparedWith: "current",
    kinds: ["refused"],
    before: { ...undecided, reasons: [], by: [] },
    after: { verdict: "refused", reasons: ["no"], by: ["guard"] },
    partialInput: false,
    ...more,
  }) satisfies ReplayReport["changes"][number];

it("texts of recordings and hooks cannot control the terminal or look like a line of ours", () => {
  const evil = "x\u001b[2J\n2 of 2 calls would now be refused\u202e";
  const printed = printReplay(
    report({
      changes: [
        change({
          file: `/${evil}`,
          tool: evil,
          subject: evil,
          after: { verdict: "refused", reasons: [evil], by: [evil], rewrittenInput: { a: evil } },
        }),
      ],
      unguarded: [{ tool: evil, calls: 1, example: evil }],
      notReplayed: [{ because: evil, count: 1 }],
    }),
  );
  expect(printed).not.toMatch(/[^\P{C}\n]/u);
  expect(printed).not.toMatch(/^2 of 2/m);
  expect(printed).toMatch(/^1 of 2 calls would now be refused$/m);
});

it("lists a limited number of changes, and says how many more there are", () => {
  const changes = Array.from({ length: 30 }, (_, index) => change({ line: index + 1 }));
  const printed = printReplay(
    report({ changes, replayed: { calls: 30, prompts: 0, questions: 0 } }),
  );
  expect(printed).toContain("30 of 30 calls would now be refused");
  expect(printed).toContain("/a.jsonl:20");
  expect(printed).not.toContain("/a.jsonl:21");
  expect(printed).toContain("… and 10 more; --json lists all");
});

it("says that nothing is different, and that nothing was replayed", () => {
  expect(printReplay(report({}))).toContain("the decisions about 2 calls would be the same");
  const notCompared = { calls: 1, prompts: 0, questions: 0 };
  const partly = printReplay(report({ notCompared }));
  expect(partly).toContain("the decision about 1 call would be the same");
  expect(partly).toContain("not compared: 1 call decided by a hook that does not run now");
  const none = printReplay(report({ notCompared: { ...notCompared, calls: 2 } }));
  expect(none).not.toContain("would be the same");
  const nothing = report({ replayed: { calls: 0, prompts: 0, questions: 0 }, recordings: [] });
  expect(printReplay(nothing)).toContain("nothing was replayed from 0 sessions in 0 files");
  expect(printReplay(nothing).split("\n")).toHaveLength(1);
});
