import type { Transcript } from "../sessions/open-transcript.ts";
import { recordOf } from "../sessions/record-of.ts";
import type { AgentEvent, Emit } from "./agent-event.ts";

/** Writes what is to be kept before anybody else hears of it (E22). What cannot be written is told once. */
export function recordEvents(transcript: () => Transcript, tell: Emit): Emit {
  let failed = false;
  return (event: AgentEvent) => {
    const record = recordOf(event);
    try {
      if (record) transcript().append(record);
    } catch (error) {
      if (!failed) {
        failed = true;
        tell({
          type: "notice",
          level: "error",
          text: `the transcript is not complete: ${String(error)}`,
        });
      }
    }
    tell(event);
  };
}
