/**
 * Sends a signal to a process, or to a group by its negative id; Windows has no groups, so there only its leader gets
 * it. Returns whether the signal reached a process: it is fine if it is gone.
 */
export function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === "win32" ? Math.abs(target) : target, signal);
  } catch {
    return false;
  }
}
