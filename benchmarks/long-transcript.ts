import { appendFileSync, statSync } from "node:fs";
import type { TranscriptRecord } from "../packages/agent/src/sessions/transcript-record.ts";

const usage = {
  input_tokens: 1200,
  output_tokens: 300,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

/** Text as tools return it: lines, quotes, a few characters outside ASCII. */
export const toolOutput = (bytes: number): string =>
  '  const name = "value"; // größer\n'.repeat(Math.ceil(bytes / 35));

const outputs = [200, 1000, 4000, 8000, 32_000].map(toolOutput);

/** One call of a tool and its result of 200 bytes to 32 KB. */
export function callAndResult(number: number): readonly [TranscriptRecord, TranscriptRecord] {
  const id = `call-${number}`;
  const command = `sed -n 1,200p ${id}.ts`;
  const content = outputs[number % outputs.length] ?? "";
  return [
    {
      type: "assistant",
      message: {
        id: `message-${id}`,
        role: "assistant",
        model: "model",
        content: [{ type: "tool_use", id, name: "Bash", input: { command } }],
        stop_reason: "tool_use",
        usage,
      },
    },
    {
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
    },
  ];
}

/**
 * Lengthens a transcript to this many bytes. It ends with a compaction, as long sessions do: no model takes a conversation
 * of 100 MB.
 */
export function lengthen(path: string, bytes: number): void {
  const linesOf = (records: readonly TranscriptRecord[]) =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  for (let number = 0; statSync(path).size < bytes; )
    appendFileSync(
      path,
      linesOf(Array.from({ length: 100 }, () => callAndResult(number++)).flat()),
    );
  const summary = {
    role: "user",
    content: [{ type: "text", text: "What happened so far." }],
  } as const;
  const tokens = { pre_tokens: 160_000, post_tokens: 10 };
  appendFileSync(
    path,
    linesOf([
      { type: "system", subtype: "compact", trigger: "auto", ...tokens, messages: [summary] },
    ]),
  );
}
