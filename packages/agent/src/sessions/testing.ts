import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { AssistantBlock, AssistantMessage, UserMessage } from "../conversation/message.ts";
import { type OpenTranscriptOptions, openTranscript, type Transcript } from "./open-transcript.ts";
import type { TranscriptRecord } from "./transcript-record.ts";

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "sessions-"));

/** A transcript that is closed when the test has finished. */
export async function opened(options: OpenTranscriptOptions): Promise<Transcript> {
  const transcript = await openTranscript(options);
  onTestFinished(() => transcript.close());
  return transcript;
}

export const usage = {
  input_tokens: 1,
  output_tokens: 2,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

export const userMessage = (text: string): UserMessage => ({
  role: "user",
  content: [{ type: "text", text }],
});

export const assistantMessage = (...content: readonly AssistantBlock[]): AssistantMessage => ({
  role: "assistant",
  content,
});

export const userRecord = (text: string): TranscriptRecord => ({
  type: "user",
  message: userMessage(text),
});

export const assistantRecord = (...content: readonly AssistantBlock[]): TranscriptRecord => ({
  type: "assistant",
  message: {
    id: "m1",
    role: "assistant",
    model: "model-1",
    content,
    stop_reason: "end_turn",
    usage,
  },
});

/** The records of a file, each line parsed. */
export const recordsIn = (path: string): readonly Record<string, unknown>[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
