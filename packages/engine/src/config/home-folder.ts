import { homedir, userInfo } from "node:os";

/**
 * The home of whoever runs this. An empty HOME names no folder: taken as one it would be the project, and
 * the project's settings would count as the user's own (T1).
 */
export const homeFolder = (): string => homedir() || registeredHome();

function registeredHome(): string {
  try {
    return userInfo().homedir || "/";
  } catch {
    // In a container the user may be nobody that the system knows.
    return "/";
  }
}
