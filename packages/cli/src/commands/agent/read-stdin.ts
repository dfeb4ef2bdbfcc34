import { fstatSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** Whether a file descriptor can have input: a file or a pipe, but not a terminal or a device. */
export function isPiped(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() || stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

export interface ReadStdinOptions {
  readonly stdin: Readable;
  /** There is a prompt already: piped input is added to it, and there may be none. */
  readonly hasPrompt: boolean;
  readonly warn: (text: string) => void;
  /** How long to wait for the first input if there is a prompt already. */
  readonly patienceMs?: number;
}

/** Everything that is piped in. */
export async function readStdin({
  stdin,
  hasPrompt,
  warn,
  patienceMs = 3000,
}: ReadStdinOptions): Promise<string> {
  if (!hasPrompt) return text(stdin);
  const { promise, resolve } = Promise.withResolvers<"something" | "nothing">();
  const timer = setTimeout(() => resolve("nothing"), patienceMs);
  for (const event of ["readable", "end", "error"]) stdin.once(event, () => resolve("something"));
  const found = await promise;
  clearTimeout(timer);
  if (found === "something") return text(stdin);
  stdin.destroy();
  const seconds = patienceMs / 1000;
  warn(
    `nothing arrived on stdin within ${seconds} s; continuing with the prompt alone (add < /dev/null to avoid the wait)`,
  );
  return "";
}
