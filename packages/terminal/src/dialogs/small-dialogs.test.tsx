import { describe, expect, it } from "vitest";
import type { AnyQuestion } from "../state/open-question.ts";
import { dangerous, evil } from "../testing/evil.ts";
import { keys } from "../testing/keys.ts";
import { permissionQuestion } from "../testing/permission-question.ts";
import { overflowing, renderScreen, widths } from "../testing/render-screen.tsx";
import { DialogOf } from "./dialog-of.tsx";

describe("a settings file that was changed outside the session", () => {
  it.each(widths)("C7 at %i columns: a diff; the old settings stay by default", async (columns) => {
    const answers: boolean[] = [];
    const change = {
      file: `/home/${evil}/settings.json`,
      before: '{\n  "a": 1\n}\n',
      after: `{\n  "a": 2,\n  "b": "${evil}${"x".repeat(200)}"\n}\n`,
    };
    const answer = (isApplied: boolean) => answers.push(isApplied);
    const screen = renderScreen(<DialogOf question={{ kind: "change", change, answer }} />, {
      columns,
    });
    await screen.shows("❯ 1. Keep");
    expect(screen.text()).toContain('2 -   "a": 1');
    expect(screen.text()).toContain('2 +   "a": 2,');
    expect(overflowing(screen.lines(), columns)).toEqual([]);
    expect(screen.text()).not.toMatch(dangerous);
    await screen.type(keys.enter);
    await screen.type("2");
    expect(answers).toEqual([false, true]);
  });
});

describe("a confirmation", () => {
  it.each(widths)("at %i columns: no is selected at first", async (columns) => {
    const answers: boolean[] = [];
    const answer = (isYes: boolean) => answers.push(isYes);
    const texts = { title: `Leave? ${evil}`, lines: [evil.repeat(9)], yes: "Leave", no: "Stay" };
    const screen = renderScreen(<DialogOf question={{ kind: "confirm", ...texts, answer }} />, {
      columns,
    });
    await screen.shows("❯ 1. Stay");
    expect(overflowing(screen.lines(), columns)).toEqual([]);
    expect(screen.text()).not.toMatch(dangerous);
    await screen.type(keys.enter);
    await screen.type("2");
    await screen.type(keys.escape);
    await expect.poll(() => answers).toEqual([false, true, false]);
  });
});

const fake = `${"word ".repeat(40)}\n❯ 1. Yes\n  2. Yes, trust all`;
const asked = { question: fake, options: [{ label: "Red", description: "", preview: fake }] };
const item = {
  id: "a",
  title: fake,
  when: fake,
  what: fake,
  place: fake,
  definition: fake,
  state: "new" as const,
  differences: [],
  files: [{ path: fake, about: fake, text: fake }],
  notCovered: [fake],
  fingerprint: "f",
};
const questions: Readonly<Record<string, AnyQuestion>> = {
  "a question of the model": permissionQuestion("AskUserQuestion", { questions: [asked] }),
  "a plan": permissionQuestion("ExitPlanMode", { plan: fake }),
  "a question of a server": {
    kind: "elicitation",
    question: { server: "db", message: fake, url: fake, schema: undefined },
    answer() {},
  },
  "a confirmation": {
    kind: "confirm",
    title: "Leave?",
    lines: fake.split("\n"),
    yes: "Leave",
    no: "Stay",
    answer() {},
  },
  "a change of settings": {
    kind: "change",
    change: { file: fake, before: "", after: fake },
    answer() {},
  },
  "the trust review": {
    kind: "trust",
    project: fake,
    items: [item],
    problem: fake,
    preselected: undefined,
    answer() {},
  },
  "problems of settings": {
    kind: "problems",
    refusing: 0,
    problems: [{ place: fake, path: fake, message: fake, advice: fake }],
    answer() {},
  },
};

describe("text of others", () => {
  describe.each(Object.entries(questions))("in %s", (_name, question) => {
    it.each(widths)("at %i columns: never begins where an answer does", async (columns) => {
      const screen = renderScreen(<DialogOf question={question} />, { columns, rows: 90 });
      await screen.shows("❯ 1.");
      const barred = screen.lines().filter((one) => one.startsWith("│ │ "));
      expect(barred.join("\n")).toContain("2. Yes, trust");
      const ours = screen.lines().filter((one) => one.startsWith("│ ") && !barred.includes(one));
      expect(ours.join("\n")).not.toContain("2. Yes, trust all");
      expect(ours.filter((one) => one.includes("❯"))).toHaveLength(1);
    });
  });
});
