import { type BegunSession, beginSession } from "../sessions/begin-session.ts";
import { listedFolder } from "../sessions/listed-transcript.ts";
import { SessionError } from "../sessions/session-error.ts";
import { realPath } from "../sessions/session-paths.ts";
import { type TemporarySessions, temporarySessions } from "../sessions/temporary-sessions.ts";
import type { CompleteOptions } from "./complete-options.ts";

/** A session, and where its files are. */
export interface PlacedSession extends BegunSession {
  readonly folder: string;
  /** Set if nothing is kept: the folder is removed at the end. */
  readonly temporary: TemporarySessions | undefined;
  /** Why nothing is kept, if the user did not ask for that. */
  readonly notKept: string | undefined;
}

/** Begins a session where sessions are kept. If it is not to be kept, or cannot be, in a temporary folder. */
export async function beginSomewhere(options: CompleteOptions): Promise<PlacedSession> {
  const { persistSession = true, folder, clock, session: choice = { kind: "new" } } = options;
  const listed = listedFolder(options.configFolder, realPath(options.cwd));
  const begin = { folder, project: options.cwd, choice, clock, listed };
  if (!persistSession) return beginTemporarily(begin, undefined);
  try {
    const begun = await beginSession(begin);
    return { ...begun, folder, temporary: undefined, notKept: undefined };
  } catch (error) {
    if (!(error instanceof SessionError) || error.kind !== "unwritable") throw error;
    const notKept = `nothing of this session is kept, and it cannot be continued later: ${error.message}`;
    return beginTemporarily(begin, notKept);
  }
}

async function beginTemporarily(
  begin: Parameters<typeof beginSession>[0],
  notKept: string | undefined,
): Promise<PlacedSession> {
  const temporary = temporarySessions();
  try {
    const begun = await beginSession({ ...begin, writeTo: temporary.folder });
    return { ...begun, folder: temporary.folder, temporary, notKept };
  } catch (error) {
    temporary.remove();
    throw error;
  }
}
