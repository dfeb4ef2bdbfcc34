import { isObject } from "@snaphook/engine/internal";

/** A question of the model (AskUserQuestion). */
export interface AskedQuestion {
  readonly question: string;
  readonly header: string;
  readonly options: readonly AskedOption[];
  readonly multiSelect: boolean;
}

interface AskedOption {
  readonly label: string;
  readonly description: string;
  readonly preview: string | undefined;
}

/** The questions of a call; undefined if they cannot be read, such as after a hook changed the input. */
export function readQuestions(
  input: Readonly<Record<string, unknown>>,
): readonly AskedQuestion[] | undefined {
  const { questions } = input;
  if (!Array.isArray(questions) || questions.length === 0) return undefined;
  const read = questions.map(readQuestion);
  return read.every((one) => one !== undefined) ? read : undefined;
}

function readQuestion(value: unknown): AskedQuestion | undefined {
  const { question, header, options, multiSelect } = isObject(value) ? value : {};
  if (typeof question !== "string" || !Array.isArray(options)) return undefined;
  return {
    question,
    header: typeof header === "string" && header !== "" ? header : question,
    options: options.map(readOption),
    multiSelect: multiSelect === true,
  };
}

function readOption(value: unknown): AskedOption {
  const { label, description, preview } = isObject(value) ? value : {};
  return {
    label: String(label ?? ""),
    description: typeof description === "string" ? description : "",
    preview: typeof preview === "string" ? preview : undefined,
  };
}
