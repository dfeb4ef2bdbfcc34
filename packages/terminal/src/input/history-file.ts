import { closeSync, readFileSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, openToAppend, replaceFile } from "@snaphook/engine/internal";
import { addEntry, historyLimits } from "./browse-history.ts";

/** The inputs of a project, kept across sessions in a file that only its owner can read. */
export interface HistoryFile {
  /** Oldest first. A damaged line is skipped. */
  readonly entries: readonly string[];
  add(text: string): void;
}

/** A larger file is not ours. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Opens the history. Each input is one line that is appended at once, so sessions at the same time do not overwrite
 * each other. Without a file the history is that of this session; `warn` says once why it is not kept.
 */
export function openHistory(file: string, warn: (text: string) => void): HistoryFile {
  let isBroken = false;
  const attempt = (work: () => void) => {
    if (isBroken) return;
    try {
      work();
    } catch (error) {
      isBroken = true;
      warn(`Inputs are not kept for later sessions: ${(error as Error).message}`);
    }
  };
  const lines = readLines(file);
  const entries = lines.reduce<readonly string[]>((all, line) => addEntry(all, textOf(line)), []);
  if (lines.length > 2 * historyLimits.entries)
    void replaceFile(file, entries.map(lineOf).join(""), { mode: 0o600 }).catch(() => {});
  return {
    entries,
    add(text) {
      if (addEntry([], text).length === 0) return;
      attempt(() => {
        makeFolder(dirname(file));
        const opened = openToAppend(file, 0o600);
        try {
          writeSync(opened, lineOf(text));
        } finally {
          closeSync(opened);
        }
      });
    },
  };
}

const lineOf = (text: string): string => `${JSON.stringify(text)}\n`;

function readLines(file: string): readonly string[] {
  try {
    const facts = statSync(file);
    if (!facts.isFile() || facts.size > maxBytes) return [];
    return readFileSync(file, "utf8").split("\n").slice(0, -1);
  } catch {
    return [];
  }
}

/** Empty if the line is damaged. */
function textOf(line: string): string {
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}
