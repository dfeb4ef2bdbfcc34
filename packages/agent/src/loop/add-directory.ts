import { statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { Agent, Checkpoint } from "./agent.ts";
import { addedDirectories, announceDirectories } from "./announce-directories.ts";

type Added =
  | { readonly do: "added" | "known"; readonly text: string }
  | { readonly do: "fail"; readonly text: string }
  | Extract<Checkpoint, { readonly do: "stop" }>;

/** `/add-dir PATH`: the agent may work in another folder too, in this session. */
export async function addDirectory(agent: Agent, written: string): Promise<Added> {
  const { permissions, context } = agent;
  if (written === "") return { do: "fail", text: "/add-dir needs the path of a folder" };
  const path = pathOf(written, context.projectDirectory, context.home);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return { do: "fail", text: `/add-dir: there is no folder ${path}` };
  const problems: string[] = [];
  const update = { type: "addDirectories", directories: [path], destination: "session" } as const;
  const added = await addedDirectories(agent, async () => {
    problems.push(...(await permissions.update([update])));
  });
  if (problems.length > 0) return { do: "fail", text: problems.join("; ") };
  if (added.length === 0) return { do: "known", text: `${path} is already part of the session` };
  const step = await announceDirectories(agent, added, "slash_command");
  return step.do === "stop" ? step : { do: "added", text: `${path} is part of the session now` };
}

function pathOf(written: string, projectDirectory: string, home = homedir()): string {
  if (written === "~" || written.startsWith("~/")) return join(home, written.slice(1));
  return isAbsolute(written) ? resolve(written) : resolve(projectDirectory, written);
}
