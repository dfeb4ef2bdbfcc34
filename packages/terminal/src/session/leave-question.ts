import type { AgentSession } from "@snaphook/agent";
import { shortLine } from "@snaphook/engine/internal";
import type { ConfirmPrompt } from "../state/open-question.ts";

type Tasks = ReturnType<AgentSession["control"]["tasks"]>;

/** Asked before `/exit` ends what runs in the background, or drops prompts; undefined: there is nothing to ask. */
export function leaveQuestion(
  tasks: Tasks,
  waiting: readonly string[],
): Omit<ConfirmPrompt, "kind" | "answer"> | undefined {
  if (tasks.length === 0 && waiting.length === 0) return undefined;
  const isOne = tasks.length === 1;
  const endsTasks = isOne ? "Leave, and end it" : "Leave, and end them";
  return {
    title: "Leave the session?",
    lines: [...taskLines(tasks), ...waitingLines(waiting)],
    yes: tasks.length === 0 ? "Leave" : endsTasks,
    no: "Stay",
  };
}

function taskLines(tasks: Tasks): readonly string[] {
  if (tasks.length === 0) return [];
  return [
    tasks.length === 1
      ? "This still runs in the background, and ends with the session:"
      : `These ${tasks.length} still run in the background, and end with the session:`,
    ...tasks.map(({ type, description }) => `  ${type}: ${description}`),
  ];
}

function waitingLines(waiting: readonly string[]): readonly string[] {
  if (waiting.length === 0) return [];
  return [
    waiting.length === 1
      ? "This waits, and will not be sent:"
      : `These ${waiting.length} wait, and will not be sent:`,
    ...waiting.map((text) => `  ${shortLine(text)}`),
  ];
}
