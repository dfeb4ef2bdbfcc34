import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import type { Tool } from "./tool.ts";

const option = () =>
  z.object({
    label: z.string().min(1).describe("The answer, in one to five words"),
    description: z.string().describe("What it means, or what follows from it"),
    preview: z.string().optional().describe("What it would look like, to compare options"),
  });

const question = () =>
  z.object({
    question: z.string().min(1).describe("The whole question"),
    header: z.string().describe("What it is about, in at most 12 characters"),
    options: z.array(option()).min(2).max(4).describe("What the user can choose from"),
    multiSelect: z.boolean().default(false).describe("Whether several options can be chosen"),
  });

const questions = () => z.array(question()).min(1).max(4);
const answers = () => z.record(z.string(), z.string());

/**
 * The model asks the user. Their answers are a part of the input, by the text of the question: the host, or a
 * hook that allows the call, adds them.
 */
export const askUserQuestion: Tool = defineTool({
  name: "AskUserQuestion",
  description:
    "Asks the user one to four questions with options to choose from; they can also write an answer. Use it when you need a decision that the request and the project do not answer. Put the option you recommend first.",
  needsUser: true,
  input: () =>
    z.object({
      questions: questions(),
      answers: answers().optional().describe("Filled in by the user; leave it out"),
      annotations: z
        .record(z.string(), z.looseObject({ notes: z.string().optional() }))
        .optional()
        .describe("Filled in by the user; leave it out"),
      metadata: z.looseObject({}).optional().describe("Not shown to the user"),
    }),
  output: () => z.looseObject({ questions: z.array(z.looseObject({})), answers: answers() }),
  check: async (input) =>
    input.answers || input.annotations
      ? "AskUserQuestion did not run: the user gives the answers; call it without answers and annotations."
      : undefined,
  // Answers to other questions, or to some of them, are no answer: then the user is asked.
  access: ({ questions, answers = {} }) =>
    questions.every(({ question }) => Object.hasOwn(answers, question))
      ? { kind: "other" }
      : { kind: "user", what: "question" },
  concurrent: () => false,
  run: async ({ questions, answers = {}, annotations }) => ({
    questions,
    answers,
    ...(annotations ? { annotations } : {}),
  }),
  text: ({ answers, annotations }) => answerLines(answers, annotations).join("\n"),
});

function answerLines(
  answers: Readonly<Record<string, string>>,
  annotations: unknown,
): readonly string[] {
  const given = Object.entries(answers);
  if (given.length === 0) return ["None of the questions was answered."];
  const notes = annotations as Readonly<Record<string, { readonly notes?: string }>> | undefined;
  return [
    // By the user, or by a hook instead of them.
    "The answers to your questions:",
    ...given.map(([asked, answer]) => {
      const note = notes?.[asked]?.notes;
      return `- ${asked}: ${answer}${note === undefined ? "" : ` (${note})`}`;
    }),
  ];
}
