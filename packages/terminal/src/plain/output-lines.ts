import type { AgentEvent } from "@snaphook/agent";
import { diffText } from "../diff/diff-text.ts";
import type { ShortText } from "../state/entry.ts";
import { shortText } from "../state/short-text.ts";
import { toolEntry } from "../state/tool-entry.ts";

/** Of a command that the user typed. */
const maxTypedLines = 20;

/** What calls and commands gave, and what a turn answers without the model; as much as the screen shows of it. */
export function outputLines(event: AgentEvent): readonly string[] {
  if (event.agent) return [];
  switch (event.type) {
    case "tool-ended": {
      // Why a call failed or was refused has a line already.
      if (!event.ran || event.isError) return [];
      const { result, diff = [], moreDiff = 0 } = toolEntry({ ...event, input: undefined }, "");
      const changes = diffText(diff).map((row) => row.map(({ text }) => text).join(""));
      return inset({ lines: [...result.lines, ...changes], more: result.more + moreDiff });
    }
    case "typed-command-ended":
      return inset(shortText(event.text, maxTypedLines));
    case "result": {
      const { numTurns, result, errors, promptRefused } = event.result;
      const isAnswer = numTurns === 0 && errors.length === 0 && !promptRefused;
      return isAnswer && result !== "" ? [result] : [];
    }
    default:
      return [];
  }
}

function inset({ lines, more }: ShortText): readonly string[] {
  const rest = more === 0 ? [] : [`… ${more} more ${more === 1 ? "line" : "lines"}`];
  return [...lines, ...rest].map((row) => `  | ${row}`);
}
