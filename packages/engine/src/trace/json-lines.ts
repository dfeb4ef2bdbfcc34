import type { TraceRecord } from "@snaphook/protocol";
import { processWarning } from "../text/process-warning.ts";
import { type RotatingFile, type RotatingFileOptions, rotatingFile } from "./rotating-file.ts";
import type { TraceSink } from "./trace-sink.ts";

export interface JsonLinesOptions extends RotatingFileOptions {
  /** The target of the lines. Default: a file that is rotated when it is full. */
  readonly to?: RotatingFile;
  /** Called once, when a record cannot be written. Default: a warning of the process. */
  readonly onFailure?: (message: string) => void;
}

/** How many records may wait for a slow disk, and how long `close` waits for it. */
const maxWaiting = 500;
const closeWaitMs = 2000;

/** How long records are collected before they are written together. */
const gatherMs = 50;

/** Sinks with unwritten records; these are written when the process ends. */
const unwritten = new Set<() => void>();
let watching = false;

/**
 * Writes one JSON line per record. A dispatch never waits for the disk:
 * records are collected and written in batches. What cannot be written is lost:
 * the user gets one warning, and the next record says how many were lost.
 */
export function jsonLinesTrace(file: string, options: JsonLinesOptions = {}): TraceSink {
  const { to: target = rotatingFile(file, options), onFailure: warn = processWarning } = options;
  let waiting: TraceRecord[] = [];
  /** Lines that are being written. */
  let underWay: readonly string[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;
  let warned = false;

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
      const message = error instanceof Error ? error.message : String(error);
      if (!warned) warn(`the trace cannot be written: ${message}`);
      warned = true;
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

  /** When the process ends: writes what is waiting synchronously. */
  function writeNow(): void {
    try {
      target.appendNow(takeLines(), underWay);
    } catch {
      // The process is ending: there is no one to warn.
    }
  }

  return {
    record(record) {
      if (waiting.length >= maxWaiting) {
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
        new Promise<void>((resolve) => void setTimeout(resolve, closeWaitMs).unref()),
      ]),
  };
}

function endAll(): void {
  for (const writeNow of unwritten) writeNow();
}
