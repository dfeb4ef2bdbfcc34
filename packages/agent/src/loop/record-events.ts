import { randomUUID } from "node:crypto";
import type { ListedTranscript } from "../sessions/listed-transcript.ts";
import type { Transcript } from "../sessions/open-transcript.ts";
import { toTranscriptRecord } from "../sessions/to-transcript-record.ts";
import type { AgentEvent, Emit } from "./agent-event.ts";

/**
 * Writes an event to the transcript before it is emitted (E22), unless it is of a subagent, which has its own
 * transcript. A failure to write is reported once.
 */
export function recordEvents(
  transcript: () => Transcript,
  emit: Emit,
  listed?: ListedTranscript,
): Emit {
  let failed = false;
  return (happened: AgentEvent) => {
    const record = happened.agent === undefined ? toTranscriptRecord(happened) : undefined;
    const event = record ? { ...happened, uuid: happened.uuid ?? randomUUID() } : happened;
    try {
      if (record) transcript().append(record, event.uuid);
      if (record) listed?.add(event, transcript().sessionId);
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
