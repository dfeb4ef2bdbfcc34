import type { ShortText } from "./entry.ts";
import { shortText } from "./short-text.ts";

const maxAnswerLines = 3;

/** What the responses that are looked at here have. */
interface KnownResponse {
  readonly status?: unknown;
  readonly name?: unknown;
  readonly backgroundTaskId?: unknown;
  readonly backgroundedToDeliverMessage?: unknown;
  readonly outputFile?: unknown;
  readonly answers?: unknown;
}

/**
 * What the user reads of a result whose text tells the model how to proceed; undefined: the text is for both.
 * Ctrl+O shows what the model reads.
 */
export function resultForUser(name: string, response: unknown): ShortText | undefined {
  if (typeof response !== "object" || response === null) return undefined;
  const known = response as KnownResponse;
  switch (name) {
    case "Agent":
      if (known.status === "async_launched") return ours("runs in the background; /tasks shows it");
      return known.status === "teammate_spawned"
        ? ours(`works beside the agent as ${String(known.name)}`)
        : undefined;
    case "Bash":
      return backgroundCommand(known);
    case "AskUserQuestion":
      return givenAnswers(known.answers);
    default:
      return undefined;
  }
}

const ours = (...lines: readonly string[]): ShortText => ({ lines, more: 0, isOurs: true });

function backgroundCommand(response: KnownResponse): ShortText | undefined {
  const { backgroundTaskId: id, backgroundedToDeliverMessage: forMessage, outputFile } = response;
  if (typeof id !== "string") return undefined;
  const how = forMessage === true ? "continues" : "runs";
  return ours(
    `${how} in the background as ${id}; /tasks shows its output`,
    `file: ${String(outputFile)}`,
  );
}

function givenAnswers(answers: unknown): ShortText | undefined {
  if (typeof answers !== "object" || answers === null) return undefined;
  const given = Object.entries(answers);
  if (given.length === 0) return undefined;
  const text = given.map(([question, answer]) => `${question}: ${String(answer)}`).join("\n");
  return shortText(text, maxAnswerLines);
}
