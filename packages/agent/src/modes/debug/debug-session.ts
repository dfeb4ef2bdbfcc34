import type { TraceRecord, TraceSink } from "@snaphook/engine";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { hookName } from "../hook-name.ts";
import type { DebugLog } from "./debug-log.ts";
import { describeRecord } from "./describe-record.ts";

/** The debug log as a sink for dispatches and for the events between them. */
export interface SessionDebug {
  record(record: TraceRecord): void;
  emit(event: AgentEvent): void;
}

/** A start is logged when it happens, so that a hook that hangs is visible. Its texts, without secrets, come with the record. */
export const debugSession = (log: DebugLog): SessionDebug => ({
  record(record) {
    for (const line of describeRecord(record)) log(line);
  },
  emit(event) {
    if (event.type === "hook" && event.progress.type === "run-started") {
      const { progress } = event;
      const text = `${hookName(progress)}: started ${progress.hook.id} (run ${progress.runId})`;
      log({ level: "debug", about: "hooks", text });
    }
    if (event.type === "retry")
      log({
        level: "warn",
        about: "api",
        text: `attempt ${event.attempt} failed, next in ${event.delayMs} ms: ${event.reason}`,
      });
    if (event.type === "result")
      log({
        level: "debug",
        about: "session",
        text: `result ${event.result.subtype} (${event.result.terminalReason}), ${event.result.numTurns} turns`,
      });
  },
});

/** Combines several trace sinks into one. */
export const traceToAll = (sinks: readonly (TraceSink | SessionDebug)[]): TraceSink | undefined =>
  sinks.length === 0
    ? undefined
    : {
        record(record) {
          for (const sink of sinks) sink.record(record);
        },
        async close() {
          for (const sink of sinks) if ("close" in sink) await sink.close?.();
        },
      };
