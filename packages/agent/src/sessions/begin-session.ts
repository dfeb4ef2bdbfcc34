import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import type { Clock } from "@snaphook/engine/internal";
import { makeFolder, nearestName } from "@snaphook/engine/internal";
import type { SessionChoice } from "../loop/agent-options.ts";
import { describeSession, findSessions, newestSession } from "./find-sessions.ts";
import { forkSession } from "./fork-session.ts";
import { type LeftoverProcess, leftoverProcesses } from "./leftover-processes.ts";
import { openTranscript, type Transcript } from "./open-transcript.ts";
import { hasRecord, type ReadTranscript, readTranscript } from "./read-transcript.ts";
import { SessionError } from "./session-error.ts";
import { transcriptPath } from "./session-paths.ts";

export interface BeginOptions {
  /** See `projectSessions`. */
  readonly folder: string;
  /** The folder that the sessions are about, for messages. */
  readonly project?: string;
  /** Where the session is written, if not there: what it continues is copied. */
  readonly writeTo?: string;
  /** Where other programs put sessions in the same format; one of them is copied before it continues. */
  readonly listed?: string;
  readonly choice: SessionChoice;
  readonly clock?: Clock;
}

/** A session that has begun. */
export interface BegunSession {
  readonly transcript: Transcript;
  /** The conversation it continues; undefined for a new session. */
  readonly earlier: ReadTranscript | undefined;
  readonly source: "startup" | "resume" | "fork";
  /** Processes of the session that are still running although its host was killed. */
  readonly leftoverProcesses: readonly LeftoverProcess[];
}

/**
 * Opens the transcript of a new or an earlier session and reads it. Rejects with a `SessionError` if the
 * session does not exist or another process writes to it.
 */
export async function beginSession(options: BeginOptions): Promise<BegunSession> {
  const { folder, writeTo = folder, choice, clock } = options;
  const common = { folder: writeTo, ...(clock ? { clock } : {}) };
  if (choice.kind === "new") {
    const sessionId = choice.sessionId ?? randomUUID();
    const transcript = await openTranscript({ ...common, sessionId, fresh: true });
    return { transcript, earlier: undefined, source: "startup", leftoverProcesses: [] };
  }
  const from = await findChosenSession(options, choice);
  const { at } = choice;
  if (at !== undefined && !(await hasRecord(transcriptPath(folder, from), at)))
    throw new SessionError("unknown", `session ${from} has no message with the uuid ${at}`);
  const to = choice.fork ? randomUUID() : from;
  if (choice.fork || writeTo !== folder)
    await forkSession({ ...common, from: transcriptPath(folder, from), to });
  const transcript = await openTranscript({ ...common, sessionId: to });
  try {
    if (at !== undefined) transcript.append({ type: "system", subtype: "rewind", to: at });
    const earlier = await readTranscript(transcript.path);
    const left = transcript.afterCrash ? leftoverProcesses(to) : [];
    return {
      transcript,
      earlier,
      source: choice.fork ? "fork" : "resume",
      leftoverProcesses: left,
    };
  } catch (error) {
    transcript.close();
    throw error;
  }
}

async function findChosenSession(
  { folder, project = folder, listed, clock }: BeginOptions,
  choice: Exclude<SessionChoice, { readonly kind: "new" }>,
): Promise<string> {
  if (choice.kind === "resume") {
    const { sessionId } = choice;
    if (existsSync(transcriptPath(folder, sessionId))) return sessionId;
    const other = listed === undefined ? undefined : transcriptPath(listed, sessionId);
    if (other !== undefined && existsSync(other)) {
      makeFolder(folder);
      await forkSession({ folder, from: other, to: sessionId, ...(clock ? { clock } : {}) });
      return sessionId;
    }
    throw new SessionError("unknown", await unknownSession(folder, choice.sessionId));
  }
  const newest = await newestSession(folder);
  if (newest) return newest.id;
  throw new SessionError("none", `there is no session to continue in ${project}`);
}

const listed = 3;

async function unknownSession(folder: string, sessionId: string): Promise<string> {
  const sessions = await findSessions(folder);
  const nearest = nearestName(
    sessionId,
    sessions.map(({ id }) => id),
  );
  return [
    `there is no session ${sessionId} in ${folder}`,
    nearest === undefined ? "" : `; did you mean ${nearest}?`,
    await newestSessions(folder),
  ].join("");
}

/** The newest sessions of a folder, as the end of a message. */
export async function newestSessions(folder: string): Promise<string> {
  const sessions = await findSessions(folder);
  const newest = await Promise.all(sessions.slice(0, listed).map(describeSession));
  const lines = newest.map(
    ({ id, modified, firstPrompt }) =>
      `\n  ${id}  ${modified.toISOString()}  ${JSON.stringify(firstPrompt?.slice(0, 60) ?? "")}`,
  );
  return lines.length === 0 ? "; it has no sessions" : `; the newest are:${lines.join("")}`;
}
