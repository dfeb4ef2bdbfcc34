import { inLine } from "@snaphook/protocol";
import { changedText } from "../../diff/diff-text.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";
import type { ShownQuestion } from "./shown-question.ts";

/** What hooks changed in the input of the call. */
export function rewriteLines({ call, rewritten }: ShownQuestion): readonly StyledLine[] {
  if (!rewritten) return [];
  const { original } = rewritten;
  const keys = [...new Set([...Object.keys(original), ...Object.keys(call.input)])];
  return keys.flatMap((key) => {
    const [old, now] = [textOf(original[key]), textOf(call.input[key])];
    if (old === now) return [];
    return [line(`${inLine(key)}:`, { dim: true }), ...changedText(old, now)];
  });
}

const textOf = (value: unknown): string =>
  value === undefined
    ? ""
    : typeof value === "string"
      ? value
      : (JSON.stringify(value, null, 2) ?? "");
