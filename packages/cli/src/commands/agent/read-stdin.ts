import { fstatSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** Whether something may come from a file descriptor: a file or a pipe, not a terminal or nothing. */
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
  /** There is a prompt: what is piped in is more of it, and nothing may come. */
  readonly hasPrompt: boolean;
  readonly warn: (text: string) => void;
  /** How long a pipe into which nobody writes is waited for when there is a prompt already. */
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
