import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { brand } from "@snaphook/protocol";
import { SessionError } from "./session-error.ts";

/** File names are limited on every system; the hash covers what was cut. */
const maxReadableLength = 100;

/** The folder with the transcripts of all sessions that were started in a directory. */
export function projectSessions({ home, cwd }: { readonly home: string; readonly cwd: string }) {
  return join(home, brand.homeFolder, "projects", folderName(realPath(cwd)));
}

/**
 * A directory as the name of a folder: readable, and different for every directory. Without the hash
 * `/a/b` and `/a-b` would share their sessions.
 */
export function folderName(directory: string): string {
  const readable = directory.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const hash = createHash("sha256").update(directory).digest("hex").slice(0, 8);
  return `${readable.slice(-maxReadableLength).replace(/^-/, "") || "root"}-${hash}`;
}

/** Where the transcript of a session is. An id that could lead elsewhere is a `SessionError`. */
export const transcriptPath = (folder: string, sessionId: string): string =>
  join(folder, `${checkedId(sessionId)}.jsonl`);

/** Ids are file names, so they must not lead to another folder. */
const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

export const isSessionId = (text: string): boolean => idPattern.test(text);

function checkedId(sessionId: string): string {
  if (isSessionId(sessionId)) return sessionId;
  throw new SessionError(
    "bad-id",
    `${JSON.stringify(sessionId.slice(0, 200))} is not a session id; use at most 128 letters, digits, "-" and "_"`,
  );
}

export function realPath(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return resolve(directory);
  }
}
