/** Sends a signal to a process, or to a group by its negative id. Whether it reached one: it is fine if it is gone. */
export function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}
