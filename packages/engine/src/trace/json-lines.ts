import type { TraceRecord } from "@snaphook/protocol";
import { type RotatingFile, type RotatingFileOptions, rotatingFile } from "./rotating-file.ts";
import type { TraceSink } from "./trace-sink.ts";

export interface JsonLinesOptions extends RotatingFileOptions {
  /** What the lines are written with. Default: a file that is put aside when it is full. */
  readonly to?: RotatingFile;
}

/** How many records wait at most for a disk that is slow, and how long the end waits for it. */
const mostWaiting = 500;
const patienceMs = 2000;

/** How long records are gathered before they are written together. */
const gatherMs = 50;

/** Sinks with records that are not written yet; they are when the process ends. */
const unwritten = new Set<() => void>();
let watching = false;

/**
 * Writes one JSON line per record. A dispatch never waits for the disk:
 * records are gathered and written by and by. What cannot be written is lost,
 * the user is told once, and the next record says how many were.
 */
export function jsonLinesTrace(file: string, options: JsonLinesOptions = {}): TraceSink {
  const target = options.to ?? rotatingFile(file, options);
  let waiting: TraceRecord[] = [];
  /** Lines that are on their way to the disk. */
  let underWay: readonly string[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;
  let told = false;

  function takeLines(): readonly string[] {
    clearTimeout(timer);
    timer = undefined;
    const records = waiting;
    waiting = [];
    return records.map((record, index) => {
      const withLoss = index === 0 && lost > 0 ? { ...record, lost } : record;
      return `${JSON.stringify(withLoss)}\n`;
    });
  }

  async function write(): Promise<void> {
    const namedLost = lost;
    underWay = takeLines();
    try {
      await target.append(underWay);
      lost -= namedLost;
    } catch (error) {
      lost += underWay.length;
      if (!told) process.emitWarning(`the trace cannot be written: ${String(error)}`);
      told = true;
    }
    underWay = [];
    writing = undefined;
    if (waiting.length === 0) unwritten.delete(writeNow);
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0 || writing) {
      writing ??= write();
      await writing;
    }
  }

  /** The process ends: what waits is written at once, or not at all. */
  function writeNow(): void {
    try {
      target.appendNow(takeLines(), underWay);
    } catch {
      // Nobody is left to be told.
    }
  }

  return {
    record(record) {
      if (waiting.length >= mostWaiting) {
        waiting.shift();
        lost += 1;
      }
      waiting.push(record);
      unwritten.add(writeNow);
      if (!watching) process.on("exit", endAll);
      watching = true;
      timer ??= setTimeout(() => void writeAll(), gatherMs).unref();
    },
    close: () =>
      Promise.race([
        writeAll(),
        new Promise<void>((resolve) => void setTimeout(resolve, patienceMs).unref()),
      ]),
  };
}

function endAll(): void {
  for (const writeNow of unwritten) writeNow();
}
