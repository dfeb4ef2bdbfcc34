import { brand } from "@snaphook/protocol";

/** P7: how often an agent may be started from hooks of an agent that was started from hooks … */
const deepest = 3;

/** P7: an agent that its own hooks start, and so on, comes to an end. */
export function refuseDepth(env: Readonly<Record<string, string | undefined>>): void {
  const depth = Number(env[`${brand.environmentPrefix}DEPTH`] ?? 0);
  if (depth > deepest)
    throw new Error(
      `this agent was started by a hook, ${depth} levels deep; ${deepest} are allowed: a hook probably starts the agent that runs it`,
    );
}
