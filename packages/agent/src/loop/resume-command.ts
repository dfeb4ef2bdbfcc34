import { type BegunSession, beginSession, newestSessions } from "../sessions/begin-session.ts";
import { SessionError } from "../sessions/session-error.ts";
import { fireSessionEnd } from "./end-session.ts";
import { withMark } from "./hook-mark.ts";
import { reportLeftoverProcesses, reportTranscriptDamage } from "./report-problems.ts";
import type { SessionParts } from "./session-parts.ts";

type ResumeParts = Pick<SessionParts, "agent" | "state" | "folder">;

/**
 * `/resume ID`: this session ends, and an earlier one of the same directory continues. Returns what prevents it, and
 * then nothing has changed.
 */
export async function resumeSession(
  parts: ResumeParts,
  id: string,
  /** Aborted: hooks of SessionEnd are ended; the other session continues. */
  signal: AbortSignal,
): Promise<string | undefined> {
  const { agent, state, folder } = parts;
  if (id === "") return `/resume needs the id of a session${await newestSessions(folder)}`;
  if (id === state.transcript.sessionId) return `The session ${id} is this one`;
  const begun = await beginOrSay(parts, id);
  if (typeof begun === "string") return begun;
  await fireSessionEnd(agent, "resume", signal);
  agent.hooks().config.clearEnvironmentFiles();
  const { transcript } = state;
  state.transcript = begun.transcript;
  transcript.close();
  state.lastResponseAt = begun.earlier?.lastResponseAt;
  state.title = begun.earlier?.title;
  state.typed = begun.earlier?.typed;
  agent.conversation.replaceAll(withMark(begun.earlier?.conversation ?? [], agent.hookMark));
  reportTranscriptDamage(begun, agent.emit);
  reportLeftoverProcesses(begun.leftoverProcesses, agent.emit);
  return undefined;
}

async function beginOrSay(
  { agent, folder }: ResumeParts,
  sessionId: string,
): Promise<BegunSession | string> {
  try {
    const choice = { kind: "resume", sessionId } as const;
    return await beginSession({ folder, choice, clock: agent.context.clock });
  } catch (error) {
    if (error instanceof SessionError) return error.message;
    throw error;
  }
}
