import type { TraceRecord } from "@snaphook/protocol";
import type { TraceSink } from "./trace-sink.ts";

/** Keeps the last records in memory. */
export function memoryTrace({ capacity = 100 }: { readonly capacity?: number } = {}): TraceSink & {
  /** The oldest first. */
  records(): readonly TraceRecord[];
} {
  const ring: TraceRecord[] = [];
  let next = 0;
  return {
    record(record) {
      ring[next] = record;
      next = (next + 1) % capacity;
    },
    records: () => [...ring.slice(next), ...ring.slice(0, next)],
  };
}
