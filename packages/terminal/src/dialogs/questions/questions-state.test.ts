import fc from "fast-check";
import type { Key } from "ink";
import { describe, expect, it } from "vitest";
import { noKey } from "../../testing/keys.ts";
import { type AskedQuestion, readQuestions } from "./asked-question.ts";
import {
  type Answers,
  firstState,
  pressQuestionKey,
  type QuestionsState,
} from "./questions-state.ts";

const question = (name: string, multiSelect = false): AskedQuestion => ({
  question: `${name}?`,
  header: name,
  options: ["red", "blue"].map((label) => ({ label, description: "", preview: undefined })),
  multiSelect,
});

type Press = string | Partial<Key>;
const enter = { return: true };
const down = { downArrow: true };

/** Presses keys until the dialog is done. */
function answer(
  questions: readonly AskedQuestion[],
  ...presses: readonly Press[]
): { readonly answers: Answers } | QuestionsState {
  let state = firstState(questions);
  for (const press of presses) {
    const [typed, key] = typeof press === "string" ? [press, {}] : ["", press];
    const step = pressQuestionKey(questions, state, typed, { ...noKey, ...key });
    if (step.do === "done") return { answers: step.result };
    state = step.state;
  }
  return state;
}

describe("answers to the model's questions", () => {
  it("a single question is answered by a number, or by Enter", () => {
    expect(answer([question("Color")], "2")).toEqual({ answers: { "Color?": "blue" } });
    expect(answer([question("Color")], down, enter)).toEqual({ answers: { "Color?": "blue" } });
  });

  it("the user can write an answer; an empty one is not sent", () => {
    const questions = [question("Color")];
    expect(answer(questions, "3", enter)).toMatchObject({ problem: expect.any(String) });
    expect(answer(questions, "3", enter, "a", " ", "1", enter)).toEqual({
      answers: { "Color?": "a 1" },
    });
  });

  it("several options, and an answer of their own beside them", () => {
    const questions = [question("Color", true)];
    expect(answer(questions, enter)).toMatchObject({ problem: expect.any(String) });
    expect(answer(questions, " ", down, " ", enter)).toEqual({
      answers: { "Color?": "red, blue" },
    });
    expect(answer(questions, "1", "1", "2", "3", "pink", enter)).toEqual({
      answers: { "Color?": "blue, pink" },
    });
  });

  it("several questions are sent together, when all have an answer", () => {
    const questions = [question("Color"), question("Size")];
    expect(answer(questions, "1", "2", enter)).toEqual({
      answers: { "Color?": "red", "Size?": "blue" },
    });
    expect(answer(questions, { tab: true }, "1", enter)).toMatchObject({
      tab: 0,
      problem: expect.any(String),
    });
  });

  it("Esc answers nothing", () => {
    expect(answer([question("Color")], { escape: true })).toEqual({ answers: undefined });
  });

  it("whatever is pressed: only complete answers are sent", () => {
    const press = fc.constantFrom<Press>(
      ..."123 x",
      enter,
      down,
      { upArrow: true },
      { tab: true },
      { tab: true, shift: true },
      { leftArrow: true },
      { rightArrow: true },
      { backspace: true },
    );
    const questions = [question("Color"), question("Size", true)];
    fc.assert(
      fc.property(fc.array(press, { maxLength: 25 }), (presses) => {
        const result = answer(questions, ...presses);
        if (!("answers" in result)) {
          expect(result.tab).toBeLessThanOrEqual(questions.length);
          return;
        }
        expect(Object.keys(result.answers ?? {})).toEqual(["Color?", "Size?"]);
        expect(Object.values(result.answers ?? {})).not.toContain("");
      }),
    );
  });
});

describe("readQuestions", () => {
  it("reads what the tool accepts, and nothing else", () => {
    const options = [{ label: "a", description: "b" }];
    expect(readQuestions({ questions: [{ question: "?", options }] })).toMatchObject([
      { question: "?", header: "?", multiSelect: false },
    ]);
    expect(readQuestions({ questions: "?" })).toBeUndefined();
    expect(readQuestions({ questions: [{ options }] })).toBeUndefined();
  });
});
