import type { Transcript } from "../sessions/open-transcript.ts";
import { toTranscriptRecord } from "../sessions/to-transcript-record.ts";
import type { AgentEvent, Emit } from "./agent-event.ts";

/**
 * Writes an event to the transcript before it is emitted (E22), unless it is of a subagent, which has its own
 * transcript. A failure to write is reported once.
 */
export function recordEvents(transcript: () => Transcript, emit: Emit): Emit {
  let failed = false;
  return (event: AgentEvent) => {
    const record = event.agent === undefined ? toTranscriptRecord(event) : undefined;
    try {
      if (record) transcript().append(record);
    } catch (error) {
      if (!failed) {
        failed = true;
        emit({
          type: "notice",
          level: "error",
          text: `the transcript is incomplete: ${String(error)}`,
        });
      }
    }
    emit(event);
  };
}
