import { describe, expect, it } from "vitest";
import type { AnyQuestion } from "../state/open-question.ts";
import { keys } from "../testing/keys.ts";
import { permissionQuestion } from "../testing/permission-question.ts";
import { notYet, renderScreen, widths } from "../testing/render-screen.tsx";
import { DialogOf } from "./dialog-of.tsx";

const item = (id: string) => ({
  id,
  title: "PreToolUse",
  when: undefined,
  what: `./${id}.sh`,
  place: "settings.json:1",
  definition: "{}",
  state: "new" as const,
  differences: [],
  files: [],
  notCovered: [],
  fingerprint: "f",
});
const option = (label: string) => ({ label, description: "" });
const asked = (question: string) => ({ question, options: [option("Red"), option("Blue")] });
const trust = { items: [item("a"), item("b")], project: "/p", problem: undefined };
const elicitation = { server: "db", message: "Really?", url: undefined };
const problem = { place: "s.json:1:1", path: "hooks", message: "wrong", advice: "fix it" };

/** A dialog of each kind; `answer` gets what it answers. */
const dialogs: Readonly<Record<string, (answer: (value: unknown) => void) => AnyQuestion>> = {
  "a permission question": (answer) => ({
    ...permissionQuestion("Bash", { command: "ls" }),
    answer,
  }),
  "a question of the model": (answer) => ({
    ...permissionQuestion("AskUserQuestion", { questions: [asked("Which?")] }),
    answer,
  }),
  "a plan": (answer) => ({ ...permissionQuestion("ExitPlanMode", { plan: "do it" }), answer }),
  "a question of a server": (answer) => ({
    kind: "elicitation",
    question: { ...elicitation, schema: undefined },
    answer,
  }),
  "a confirmation": (answer) => ({
    kind: "confirm",
    title: "Leave?",
    lines: [],
    yes: "Leave",
    no: "Stay",
    answer,
  }),
  "a change of settings": (answer) => ({
    kind: "change",
    change: { file: "s.json", before: "{}", after: "{ }" },
    answer,
  }),
  "the trust review": (answer) => ({ kind: "trust", ...trust, preselected: undefined, answer }),
  "problems of settings": (answer) => ({
    kind: "problems",
    problems: [problem],
    refusing: 0,
    answer,
  }),
};

function open(makeQuestion: (answer: (value: unknown) => void) => AnyQuestion, columns = 80) {
  const answers: unknown[] = [];
  const clock = { now: 0 };
  const question = makeQuestion((value) => answers.push(value));
  const screen = renderScreen(<DialogOf question={question} />, { columns, now: () => clock.now });
  return { answers, clock, ...screen };
}

/** Waits until the dialog says that keys work. */
const takesKeys = (screen: { shows(text: RegExp): Promise<void> }) =>
  screen.shows(/^(?![\s\S]*Keys work in a moment)[\s\S]*Esc /);

describe("keys that were pressed before a dialog could be read", () => {
  describe.each(Object.entries(dialogs))("%s", (_name, makeQuestion) => {
    it.each(widths)("at %i columns: answer nothing, visibly", async (columns) => {
      const { answers, clock, ...screen } = open(makeQuestion, columns);
      await screen.shows(notYet);
      for (const key of [keys.enter, "1", "2", "\r\r"]) await screen.type(key);
      clock.now = 499;
      await screen.type(keys.enter);
      expect(answers).toEqual([]);
      clock.now = 900;
      await screen.type("1");
      clock.now = 1399;
      await screen.type("x");
      expect(answers).toEqual([]);
      expect(screen.text()).toContain(notYet);
      clock.now = 1899;
      await takesKeys(screen);
      await screen.type(keys.enter);
      expect(answers).toHaveLength(1);
    });
  });

  it.each([
    ["of a prompt", "step 1 first"],
    ["and Enter", "hello\r1\r"],
    ["that is pasted", "\u001B[200~1\r\u001B[201~1"],
  ])("a text %s that goes on behind an open dialog answers nothing", async (_, text) => {
    const { answers, clock, ...screen } = open((answer) => ({
      ...permissionQuestion("Bash", {}),
      answer,
    }));
    clock.now = 500;
    await takesKeys(screen);
    await screen.type(text);
    await screen.shows(notYet);
    expect(answers).toEqual([]);
    clock.now = 1000;
    await takesKeys(screen);
    await screen.type("1");
    expect(answers).toHaveLength(1);
  });

  it("Esc refuses at once", async () => {
    const { answers, ...screen } = open((answer) => ({
      ...permissionQuestion("Bash", {}),
      answer,
    }));
    await screen.shows(notYet);
    await screen.type(keys.escape);
    await expect.poll(() => answers).toMatchObject([{ behavior: "deny" }]);
  });

  it("each page of a dialog must have been read: trust one by one, and questions in tabs", async () => {
    const review = open((answer) => ({ kind: "trust", ...trust, preselected: undefined, answer }));
    review.clock.now = 500;
    await takesKeys(review);
    await review.type("3222");
    await review.shows("1 of 2");
    await review.type("2");
    expect(review.answers).toEqual([]);
    review.clock.now = 1000;
    await takesKeys(review);
    await review.type("22");
    await review.shows("2 of 2");
    await review.type("2");
    expect(review.answers).toEqual([]);

    const questions = [asked("First?"), asked("Second?")];
    const tabs = open((answer) => ({
      ...permissionQuestion("AskUserQuestion", { questions }),
      answer,
    }));
    tabs.clock.now = 500;
    await takesKeys(tabs);
    await tabs.type("11");
    await tabs.shows("Second?");
    await tabs.type("1\r");
    expect(tabs.text()).toContain("☐ Second?");
    expect(tabs.answers).toEqual([]);
  });
});
