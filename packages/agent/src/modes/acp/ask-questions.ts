import type { PermissionOption, ToolCallContent } from "@agentclientprotocol/sdk";
import { isObject } from "@snaphook/engine/internal";
import type { PermissionReply } from "../../loop/agent-options.ts";
import { textContent } from "./tool-call.ts";

/** Asks the user to choose one; `undefined`: they cancelled. Rejects when the client cannot answer. */
export type Choose = (
  options: readonly PermissionOption[],
  content: readonly ToolCallContent[],
  title?: string,
) => Promise<string | undefined>;

/** AskUserQuestion: one question of the client for each question of the model, with its options to choose from. */
export async function askQuestions(
  input: Readonly<Record<string, unknown>>,
  questions: readonly unknown[],
  choose: Choose,
): Promise<PermissionReply> {
  const answers: Record<string, string> = {};
  for (const one of questions) {
    const { question, options } = isObject(one) ? one : {};
    if (typeof question !== "string" || !Array.isArray(options)) continue;
    const labels = options.map((option: unknown) =>
      String(isObject(option) ? option["label"] : ""),
    );
    const lines = options.map((option: unknown, index) => {
      const description = isObject(option) ? option["description"] : undefined;
      return `- ${labels[index]}: ${String(description ?? "")}`;
    });
    const chosen = await choose(
      [
        ...labels.map((name, index) => ({
          optionId: `answer-${index}`,
          name,
          kind: "allow_once" as const,
        })),
        { optionId: "no", name: "Do not answer", kind: "reject_once" },
      ],
      [textContent([question, "", ...lines].join("\n"))],
      question,
    );
    if (chosen === undefined)
      return { behavior: "deny", message: "the user cancelled the question", interrupt: true };
    const answer = labels[labels.findIndex((_, index) => `answer-${index}` === chosen)];
    if (answer !== undefined) answers[question] = answer;
  }
  return Object.keys(answers).length === 0
    ? { behavior: "deny", message: "the user did not answer" }
    : { behavior: "allow", updatedInput: { ...input, answers } };
}
