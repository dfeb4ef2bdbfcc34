import { type BegunSession, beginSession, newestSessions } from "../sessions/begin-session.ts";
import { SessionError } from "../sessions/session-error.ts";
import type { SessionChoice } from "./agent-options.ts";
import { fireSessionEnd } from "./end-session.ts";
import { withMark } from "./hook-mark.ts";
import { reportLeftoverProcesses, reportTranscriptDamage } from "./report-problems.ts";
import type { SessionParts } from "./session-parts.ts";

type ResumeParts = Pick<SessionParts, "agent" | "state" | "folder">;

export type ResumeStep =
  /** `source`: of SessionStart. */
  | { readonly do: "continue"; readonly source: "resume" | "fork"; readonly text: string }
  /** Nothing has changed. */
  | { readonly do: "refuse"; readonly why: string };

const refused = (why: string): ResumeStep => ({ do: "refuse", why });

/**
 * `/resume ID`: this session ends, and an earlier one of the same directory continues, or a copy of it
 * (`/resume ID --fork-session`).
 */
export async function resumeSession(
  parts: ResumeParts,
  args: string,
  /** Aborted: hooks of SessionEnd are ended; the other session continues. */
  signal: AbortSignal,
): Promise<ResumeStep> {
  const { agent, state, folder } = parts;
  const id = args.replace(copyFlag, "");
  const fork = id !== args;
  if (id === "") return refused(`/resume needs the id of a session${await newestSessions(folder)}`);
  if (id === state.transcript.sessionId && !fork) return refused(`The session ${id} is this one`);
  const begun = await beginOrSay(parts, { kind: "resume", sessionId: id, fork });
  if (typeof begun === "string") return refused(begun);
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
  return fork
    ? {
        do: "continue",
        // Section 12 of the contract.
        source: agent.profile.forkSource,
        text: `A copy of the session ${id} continues as ${begun.transcript.sessionId}`,
      }
    : { do: "continue", source: "resume", text: `The session ${id} continues` };
}

const copyFlag = /(?:^|\s+)--fork-session$/;

async function beginOrSay(
  { agent, folder }: ResumeParts,
  choice: SessionChoice,
): Promise<BegunSession | string> {
  try {
    return await beginSession({ folder, choice, clock: agent.context.clock });
  } catch (error) {
    if (error instanceof SessionError) return error.message;
    throw error;
  }
}
