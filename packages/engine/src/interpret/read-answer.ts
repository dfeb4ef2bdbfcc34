import type { CommonOutput, EventDefinition } from "@snaphook/protocol";
import type { CapturedText } from "../stages/hook-run.ts";

/** What stdout is. */
export type Answer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "answer"; readonly output: CommonOutput }
  | { readonly kind: "invalid"; readonly detail: string };

/** A1, A4: stdout is JSON if, trimmed, it is one whole object; anything else is plain text. */
export function readAnswer(stdout: CapturedText, definition: EventDefinition): Answer {
  const text = stdout.text.replace(/^\uFEFF/, "").trim();
  const value = stdout.complete && text.startsWith("{") ? parseObject(text) : undefined;
  if (value === undefined) return { kind: "text", text };
  const parsed = definition.output.parse(value);
  if (parsed.ok) return { kind: "answer", output: parsed.value as CommonOutput };
  return {
    kind: "invalid",
    detail: parsed.problems.map(({ path, message }) => `${path}: ${message}`).join("; "),
  };
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
