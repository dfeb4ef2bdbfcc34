import { homedir, userInfo } from "node:os";

/**
 * The home folder of the current user. An empty HOME must not be resolved to the current directory: then the
 * project's settings would be treated as the user's own (T1).
 */
export const homeFolder = (): string => homedir() || registeredHome();

function registeredHome(): string {
  try {
    return userInfo().homedir || "/";
  } catch {
    // In a container the user may be unknown to the system.
    return "/";
  }
}
