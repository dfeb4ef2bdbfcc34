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
import { type Clock, systemClock } from "@snaphook/engine";
import { makePrivateFolder } from "./make-private-folder.ts";
import { repairLastLine } from "./repair-last-line.ts";
import { SessionError } from "./session-error.ts";
import { lockSession } from "./session-lock.ts";
import { transcriptPath } from "./session-paths.ts";
import type { RecordStamp, TranscriptRecord } from "./transcript-record.ts";

export interface OpenTranscriptOptions {
  /** See `projectSessions`. */
  readonly folder: string;
  readonly sessionId: string;
  /** There must be no such session yet. */
  readonly fresh?: boolean;
  readonly clock?: Pick<Clock, "date">;
}

/** A transcript that this process, and no other, writes to (G9). */
export interface Transcript {
  readonly sessionId: string;
  readonly path: string;
  /** Bytes of an unfinished record that a writer before us left and that were cut off. */
  readonly tornBytes: number;
  /** The process that had the session before us was killed. */
  readonly afterCrash: boolean;
  /**
   * Adds a record with its stamp. When it returns, the system has the whole line, and neither a hook that
   * reads the file (E22) nor a killed process loses it. It is not forced to the disk: only a crash of the
   * machine could take it, and waiting for the disk costs many times the write. Throws when it cannot be
   * written; the file is then as before.
   */
  append(record: TranscriptRecord): void;
  close(): void;
}

/** Opens a session for writing, mends the end that a crash left, and keeps other processes out of it. */
export async function openTranscript(options: OpenTranscriptOptions): Promise<Transcript> {
  const { folder, sessionId, fresh = false, clock = systemClock } = options;
  const path = transcriptPath(folder, sessionId);
  const lock = await takeSession(folder, sessionId);
  if ("heldBy" in lock)
    throw new SessionError(
      "in-use",
      `session ${sessionId} is in use by process ${lock.heldBy}; end that process, or continue with a copy (--fork-session)`,
    );
  let descriptor: number | undefined;
  let isEmpty = fresh;
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    // A session that never began is none: its id may be used again.
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
    // Reading a pipe would wait for somebody to write to it.
    if (!fstatSync(descriptor).isFile())
      throw new SessionError("unwritable", `the transcript ${path} is not a regular file`);
    const { size, tornBytes } = repairLastLine(descriptor);
    const write = lineWriter(descriptor, size);
    const append = (record: TranscriptRecord) => {
      const stamp: RecordStamp = {
        uuid: randomUUID(),
        timestamp: clock.date(),
        session_id: sessionId,
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
    makePrivateFolder(folder);
    return await lockSession(folder, sessionId);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** What the system refuses, in words for the user: without a transcript there is no session. */
const unwritable = (folder: string, error: unknown): unknown =>
  error instanceof Error && "syscall" in error
    ? new SessionError(
        "unwritable",
        `the transcript cannot be written: ${error.message}; make ${folder} writable, or choose another HOME`,
      )
    : error;

/** Closed once; after that the descriptor may be that of another file, so nothing is written. */
function untilClosed(append: Transcript["append"], close: () => void) {
  let open = true;
  return {
    append(record: TranscriptRecord) {
      if (!open) throw new Error("the transcript is closed");
      append(record);
    },
    close() {
      if (open) close();
      open = false;
    },
  };
}

/** Writes lines whole or not at all, whatever the length of the file: `size` is counted, not looked up. */
function lineWriter(descriptor: number, startSize: number): (line: string) => void {
  let size = startSize;
  /** What could not be taken back stays in the file; the next line must not be joined to it. */
  let stuck = false;
  return (line) => {
    const bytes = Buffer.from(stuck ? `\n${line}` : line);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
      size += bytes.length;
      stuck = false;
    } catch (error) {
      try {
        ftruncateSync(descriptor, size);
      } catch {
        stuck = true;
      }
      throw error;
    }
  };
}
