import type { TraceRecord } from "@snaphook/protocol";

type End = TraceRecord["ran"][number]["end"];

/** How a run ended, in a few words. */
export function endedInWords({ how, code, signal, status }: End): string {
  if (how === "exited") return `exit ${code}`;
  if (how === "killed") return `killed ${signal}`;
  if (how === "responded") return `status ${status}`;
  return wordsOf(how);
}

/** `timedOut` is "timed out". */
export const wordsOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
