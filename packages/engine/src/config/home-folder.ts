import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The home folder of the current user: what HOME says if that is an absolute path, else what the system has. A
 * relative HOME must not be resolved: inside the project, the project's settings would be treated as the user's
 * own (T1).
 */
export const homeFolder = (home: string = homedir()): string =>
  isAbsolute(home) ? home : registeredHome();

function registeredHome(): string {
  try {
    return userInfo().homedir || "/";
  } catch {
    // In a container the user may be unknown to the system.
    return "/";
  }
}

/** Names the user's folder with settings, instructions, commands, agents, skills and plugins. */
export const configFolderVariable = "CLAUDE_CONFIG_DIR";

/**
 * That folder: what the variable says if that is an absolute path, else `.claude` in the home. A relative path
 * is not used, for the same reason.
 */
export function userConfigFolder(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const named = env[configFolderVariable];
  return named !== undefined && isAbsolute(named) ? named : join(home, ".claude");
}
