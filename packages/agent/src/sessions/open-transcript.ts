import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from "node:fs";
import { type Clock, makeFolder, systemClock } from "@snaphook/engine/internal";
import { repairLastLine } from "./repair-last-line.ts";
import { SessionError } from "./session-error.ts";
import { lockSession } from "./session-lock.ts";
import { transcriptPath } from "./session-paths.ts";
import type { RecordStamp, TranscriptRecord } from "./transcript-record.ts";

export interface OpenTranscriptOptions {
  /** See `projectSessions`. */
  readonly folder: string;
  readonly sessionId: string;
  /** The session must not exist yet. */
  readonly fresh?: boolean;
  readonly clock?: Pick<Clock, "date">;
  /** What each record says about whose it is. Default: the session's id. */
  readonly stamp?: Pick<RecordStamp, "session_id" | "agent_id">;
}

/** A transcript that this process, and no other, writes to (G9). */
export interface Transcript {
  readonly sessionId: string;
  readonly path: string;
  /** Bytes of an incomplete record that an earlier writer left and that were removed. */
  readonly tornBytes: number;
  /** The process that held the session before was killed. */
  readonly afterCrash: boolean;
  /**
   * Adds a record with its stamp. When it returns, the system has the whole line, and neither a hook that
   * reads the file (E22) nor a killed process loses it. It is not synced to disk: only a crash of the machine
   * could lose it, and a sync takes many times as long as the write. Throws when it cannot be written; the
   * file is then unchanged.
   */
  append(record: TranscriptRecord, uuid?: string): void;
  close(): void;
}

/** Opens a session for writing, repairs the end after a crash, and keeps other processes out. */
export async function openTranscript(options: OpenTranscriptOptions): Promise<Transcript> {
  const { folder, sessionId, fresh = false, clock = systemClock } = options;
  const { stamp: owner = { session_id: sessionId } } = options;
  const path = transcriptPath(folder, sessionId);
  const lock = await takeSession(folder, sessionId);
  if ("heldBy" in lock)
    throw new SessionError(
      "in-use",
      `session ${sessionId} is in use by process ${lock.heldBy}; end that process, continue with a copy (--fork-session), or choose another session (--resume)`,
    );
  let descriptor: number | undefined;
  let isEmpty = fresh;
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    // A session without records does not exist: its id may be used again.
    if (descriptor !== undefined && isEmpty) rmSync(path, { force: true });
    lock.release();
  };
  try {
    if (fresh && existsSync(path))
      throw new SessionError(
        "exists",
        `session ${sessionId} already exists (${path}); continue it with --resume ${sessionId}`,
      );
    descriptor = openSync(path, "a+", 0o600);
    // Reading a pipe would wait for a writer.
    if (!fstatSync(descriptor).isFile())
      throw new SessionError("not-a-file", `the transcript ${path} is not a regular file`);
    const { size, tornBytes } = repairLastLine(descriptor);
    const write = lineWriter(descriptor, size);
    const append = (record: TranscriptRecord, uuid: string = randomUUID()) => {
      const stamp: RecordStamp = {
        uuid,
        timestamp: clock.date(),
        ...owner,
      };
      write(`${JSON.stringify({ ...record, ...stamp })}\n`);
      isEmpty = false;
    };
    const { afterCrash } = lock;
    return { sessionId, path, tornBytes, afterCrash, ...untilClosed(append, close) };
  } catch (error) {
    close();
    throw unwritable(folder, error);
  }
}

async function takeSession(folder: string, sessionId: string) {
  try {
    makeFolder(folder);
    return await lockSession(folder, sessionId);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** A message for the user when the system refuses: without a transcript there is no session. */
const unwritable = (folder: string, error: unknown): unknown =>
  error instanceof Error && "syscall" in error
    ? new SessionError(
        "unwritable",
        `the transcript cannot be written: ${error.message}; ${"code" in error && error.code === "ENOTDIR" ? "" : `make ${folder} writable, or `}choose another HOME`,
      )
    : error;

/** Closes only once. Later writes are refused, because the descriptor may belong to another file by then. */
function untilClosed(append: Transcript["append"], close: () => void) {
  let open = true;
  return {
    append(record: TranscriptRecord, uuid?: string) {
      if (!open) throw new Error("the transcript is closed");
      append(record, uuid);
    },
    close() {
      if (open) close();
      open = false;
    },
  };
}

/**
 * Writes each line completely or not at all. `size` is counted, so the cost does not depend on the length of
 * the file.
 */
function lineWriter(descriptor: number, startSize: number): (line: string) => void {
  let size = startSize;
  /** A partial line could not be removed; the next record must start on a new line. */
  let hasPartialLine = false;
  return (line) => {
    const bytes = Buffer.from(hasPartialLine ? `\n${line}` : line);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
      size += bytes.length;
      hasPartialLine = false;
    } catch (error) {
      try {
        ftruncateSync(descriptor, size);
      } catch {
        hasPartialLine = true;
      }
      throw error;
    }
  };
}
