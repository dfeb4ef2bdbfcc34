import type { EventEmitter } from "node:events";
import { createInterface } from "node:readline";

export interface TypedLines {
  /** A question is printed in this turn of the event loop: what was typed before does not answer it. */
  startQuestion(): void;
  close(): void;
}

interface Handlers {
  /** `isEarlier`: it was typed before the last question was printed. */
  onLine(line: string, isEarlier: boolean): void;
  onClose(): void;
}

/**
 * What the terminal has received is read in the next turn of the event loop, a line per turn. The question is printed in
 * the middle of a turn: after the end of this one and a whole one without input, nothing is left from before.
 */
const quietTurns = 2;

/** The lines that the user types. The terminal itself edits them. */
export function readTypedLines(
  input: NodeJS.ReadableStream & EventEmitter,
  { onLine, onClose }: Handlers,
): TypedLines {
  let isDraining = false;
  let quiet = 0;
  /** Whether the beginning of a line was received, and whether that was before the question. */
  let isInLine = false;
  let beganEarlier = false;
  // Before those of readline, which passes on the lines of this text at once.
  const onData = (text: unknown) => {
    quiet = 0;
    isInLine = !/[\r\n]$/.test(String(text));
  };
  const drain = () => {
    quiet += 1;
    if (quiet < quietTurns) setImmediate(drain);
    else isDraining = false;
  };
  input.on("data", onData);
  const lines = createInterface({ input, terminal: false });
  lines.on("line", (line) => {
    const isEarlier = isDraining || beganEarlier;
    beganEarlier = false;
    onLine(line, isEarlier);
  });
  lines.on("close", onClose);
  return {
    startQuestion() {
      quiet = 0;
      beganEarlier = isInLine;
      if (!isDraining) setImmediate(drain);
      isDraining = true;
    },
    close() {
      input.off("data", onData);
      lines.close();
    },
  };
}
