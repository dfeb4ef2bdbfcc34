import { constants, openSync, writeSync } from "node:fs";
import { printedLines } from "@snaphook/protocol";
import type { Output } from "../output.ts";

type DebugLevel = "debug" | "info" | "warn";

/** One line of the debug log. */
export interface DebugLine {
  readonly level: DebugLevel;
  /** The category: `--debug hooks` shows one. */
  readonly about: string;
  readonly text: string;
}

export type DebugLog = (line: DebugLine) => void;

export interface DebugLogOptions {
  /** Which lines: `hooks,api`, `!api`. Default: all. */
  readonly filter?: string;
  readonly write: (text: string) => void;
  readonly date: () => string;
}

/** U2, V10: lines with time and level. */
export function debugLog({ filter, write, date }: DebugLogOptions): DebugLog {
  const isShown = filterFor(filter ?? "");
  return ({ level, about, text }) => {
    if (isShown(about))
      write(printedLines([`${date()} ${level.toUpperCase().padEnd(5)} [${about}] ${text}`]));
  };
}

function filterFor(filter: string): (about: string) => boolean {
  const names = filter.split(",").flatMap((name) => name.trim() || []);
  const excluded = names.filter((name) => name.startsWith("!")).map((name) => name.slice(1));
  const included = names.filter((name) => !name.startsWith("!"));
  return (about) =>
    !excluded.includes(about) && (included.length === 0 || included.includes(about));
}

/**
 * Appends to a file that only its owner can read. A log never breaks a session: a write failure is reported
 * once, and the session continues without the log.
 */
export function debugFile(path: string, stderr: Pick<Output, "write">): (text: string) => void {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  let descriptor: number | undefined;
  let hasFailed = false;
  return (text) => {
    if (hasFailed) return;
    try {
      // Without O_NONBLOCK a FIFO without a reader would block the session.
      descriptor ??= openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK, 0o600);
      writeSync(descriptor, text);
    } catch (error) {
      hasFailed = true;
      stderr.write(
        printedLines([`the debug log cannot be written: ${String(error)}; logging stops here`]),
      );
    }
  };
}
