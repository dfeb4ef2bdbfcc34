import type { Agent, Checkpoint } from "./agent.ts";

/** What adds a folder to a session, as DirectoryAdded names it. */
export type DirectorySource = "cli_flag" | "slash_command" | "permission_update";

/** Fires DirectoryAdded for each folder, one after the other; the first hook that stops ends the turn (G10). */
export async function announceDirectories(
  agent: Pick<Agent, "dispatch" | "profile" | "options">,
  directories: readonly string[],
  source: DirectorySource,
): Promise<Checkpoint> {
  // Section 12 of the contract.
  if (agent.profile.directoryAddedHeadless === "not-fired" && agent.options.headless !== false)
    return { do: "continue" };
  let stop: Checkpoint = { do: "continue" };
  for (const directory of directories) {
    const step = await agent.dispatch("DirectoryAdded", { directory, source });
    if (step.do === "stop" && stop.do === "continue") stop = { do: "stop", reason: step.reason };
  }
  return stop;
}

/** Applies changes of permissions and returns the folders that they added. */
export async function addedDirectories(
  { permissions }: Pick<Agent, "permissions">,
  update: () => Promise<unknown>,
): Promise<readonly string[]> {
  const before = new Set(permissions.directories());
  await update();
  return permissions.directories().filter((directory) => !before.has(directory));
}
