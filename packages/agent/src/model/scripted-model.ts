import { readFile } from "node:fs/promises";
import type { Model, ModelAnswer } from "./model.ts";

type Block = string | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** Plays the turns of a file: a list of answers, each a list of texts and tool calls. */
export async function scriptedModel(file: string): Promise<Model> {
  const turns = readTurns(file, await readFile(file, "utf8"));
  let next = 0;
  return {
    async answer() {
      const blocks = turns[next];
      if (!blocks)
        throw new Error(
          `${file}: the script has ${turns.length} turns, and turn ${next + 1} was asked for`,
        );
      return answerOf(blocks, next++);
    },
  };
}

function answerOf(blocks: readonly Block[], turn: number): ModelAnswer {
  const texts = blocks.filter((block) => typeof block === "string");
  const calls = blocks.filter((block) => typeof block !== "string");
  return {
    text: texts.at(-1) ?? "",
    toolCalls: calls.map(({ tool, input }, index) => ({
      id: `call_${turn}_${index}`,
      name: tool,
      input,
    })),
  };
}

function readTurns(file: string, text: string): readonly (readonly Block[])[] {
  let script: unknown;
  try {
    script = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: not JSON: ${String(error)}`);
  }
  if (!isTurns(script))
    throw new Error(
      `${file}: expected a list of turns, each a list of texts and {"tool": "Bash", "input": {…}}`,
    );
  return script;
}

const isTurns = (value: unknown): value is readonly (readonly Block[])[] =>
  Array.isArray(value) && value.every((turn) => Array.isArray(turn) && turn.every(isBlock));

const isBlock = (block: unknown): block is Block =>
  typeof block === "string" ||
  (typeof block === "object" &&
    block !== null &&
    "tool" in block &&
    typeof block.tool === "string" &&
    "input" in block &&
    typeof block.input === "object" &&
    block.input !== null);
