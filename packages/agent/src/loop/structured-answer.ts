import { type StructuredOutput, structuredOutput } from "../tools/structured-output.ts";
import type { Tool } from "../tools/tool.ts";

/** The answer that must match a JSON Schema, for each input anew. */
export interface StructuredAnswer {
  readonly tool: Tool;
  /** A new input begins. */
  begin(): void;
  /** The answer of this input; undefined as long as there is none. */
  value(): unknown;
  /** Called when the model wants to end with this text. */
  check(text: string): StructuredStep;
}

type StructuredStep =
  | { readonly do: "finish" }
  | { readonly do: "remind"; readonly text: string }
  | { readonly do: "fail"; readonly error: string };

const maxReminders = 5;

export function createStructuredAnswer(
  schema: Readonly<Record<string, unknown>>,
): StructuredAnswer {
  let value: unknown;
  let reminders = 0;
  const output = structuredOutput(schema, (answer) => {
    value = answer;
  });
  const { tool } = output;
  return {
    tool,
    begin() {
      value = undefined;
      reminders = 0;
    },
    value: () => value,
    check(text) {
      value ??= matchingJson(text, output);
      if (value !== undefined) return { do: "finish" };
      if (reminders === maxReminders)
        return {
          do: "fail",
          error: `the model did not give an answer that matches --json-schema, after ${maxReminders} reminders`,
        };
      reminders += 1;
      return { do: "remind", text: `Call ${tool.name} now, with your answer as its input.` };
    },
  };
}

/** Some models write the object instead of calling the tool. */
function matchingJson(text: string, { problem }: StructuredOutput): unknown {
  const [, fenced = text] = /^```(?:json)?\n([\s\S]*)\n```$/.exec(text.trim()) ?? [];
  try {
    const value: unknown = JSON.parse(fenced);
    return problem(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
