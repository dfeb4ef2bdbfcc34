import type { SessionInfo } from "@agentclientprotocol/sdk";
import { shortLine } from "@snaphook/engine/internal";
import type { AgentOptions } from "../../loop/agent-options.ts";
import { completeOptions } from "../../loop/complete-options.ts";
import { describeSession, findSessions } from "../../sessions/find-sessions.ts";

const maxSessions = 50;

/** The newest sessions of a folder that have a prompt. */
export async function listSessions(agent: Omit<AgentOptions, "emit">): Promise<SessionInfo[]> {
  const { folder, cwd } = completeOptions({ ...agent, emit() {} });
  const newest = (await findSessions(folder)).slice(0, maxSessions);
  const described = await Promise.all(newest.map(describeSession));
  return described.flatMap(({ id, modified, firstPrompt }) =>
    firstPrompt === undefined
      ? []
      : [
          {
            sessionId: id,
            cwd,
            title: shortLine(firstPrompt),
            updatedAt: modified.toISOString(),
          },
        ],
  );
}
