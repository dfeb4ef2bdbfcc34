import type { Agent } from "./agent.ts";

/** Tells hooks that a command ended in another directory than it began in. */
export async function moveDirectory(agent: Agent, from: string): Promise<void> {
  const to = agent.context.cwd();
  if (to === from) return;
  agent.report(await agent.hooks().fire("CwdChanged", { old_cwd: from, new_cwd: to }));
}
