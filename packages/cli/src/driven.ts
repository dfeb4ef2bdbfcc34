import { randomUUID } from "node:crypto";
import { printJson } from "./print.ts";

/** Whether a program drives the session: it reads results from stdout, and may show nothing of stderr. */
export const isDriven = (args: readonly string[]): boolean =>
  ["--input-format", "--output-format"].every((flag) =>
    args.some(
      (word, index) =>
        word === `${flag}=stream-json` || (word === flag && args[index + 1] === "stream-json"),
    ),
  );

/** Sends the result of a session that did not start. */
export async function sendFailedStart(message: string): Promise<void> {
  const { failureRecord } = await import("@snaphook/agent");
  const ids = { session_id: randomUUID(), uuid: randomUUID() };
  printJson({ ...failureRecord(message, "before"), warnings: [], ...ids }, 0);
}
