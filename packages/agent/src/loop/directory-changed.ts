import type { Agent, Checkpoint } from "./agent.ts";

/** Fires CwdChanged if a command ended in another directory than it began in; a stop ends the turn (G10). */
export async function directoryChanged(agent: Agent, from: string): Promise<Checkpoint> {
  const to = agent.context.cwd();
  if (to === from) return { do: "continue" };
  const step = await agent.dispatch("CwdChanged", { old_cwd: from, new_cwd: to });
  agent.watched.takePaths(step.fields);
  switch (step.do) {
    case "continue":
      return { do: "continue" };
    case "stop":
      return { do: "stop", reason: step.reason };
  }
}
