import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { type Clock, systemClock } from "@snaphook/engine/internal";
import { parseRecord } from "./parse-record.ts";
import { transcriptPath } from "./session-paths.ts";
import { type TranscriptLine, transcriptLines } from "./transcript-lines.ts";

export interface ForkOptions {
  /** Where the new session is. */
  readonly folder: string;
  /** The transcript of the session to copy; it may be in use. */
  readonly from: string;
  /** The new session. */
  readonly to: string;
  readonly clock?: Pick<Clock, "date">;
}

const newline = Buffer.from("\n");

/**
 * Copies all complete records of a session into a new one. They are unchanged, below a first record that says
 * where they come from. The copy appears when it is complete.
 */
export async function forkSession(options: ForkOptions): Promise<void> {
  const { folder, from: source, to, clock = systemClock } = options;
  const target = transcriptPath(folder, to);
  const unfinished = `${target}.copy`;
  try {
    const copy = await open(unfinished, "wx", 0o600);
    try {
      const stamp = { uuid: randomUUID(), timestamp: clock.date(), session_id: to };
      const first = JSON.stringify({
        type: "system",
        subtype: "fork",
        from: basename(source, ".jsonl"),
        ...stamp,
      });
      await copy.appendFile(`${first}\n`);
      for await (const lines of transcriptLines(source)) await appendLines(copy, lines);
    } finally {
      await copy.close();
    }
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

const appendLines = (copy: FileHandle, lines: readonly TranscriptLine[]): Promise<void> =>
  copy.appendFile(
    Buffer.concat(
      lines.flatMap(({ bytes, ended }) =>
        ended || parseRecord(bytes) !== undefined ? [bytes, newline] : [],
      ),
    ),
  );
