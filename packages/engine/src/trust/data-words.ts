import { closeSync, constants, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { statOf } from "../stat-of.ts";
import type { CommandWord } from "./command-words.ts";
import { hasScriptExtension, isInterpreter } from "./loads/loaded-paths.ts";
import { pathsOfWord } from "./script-files.ts";

/**
 * The words that name data which a command hands to its script, such as a log: the hook may write it. A word that may
 * name something that runs is none of them: the program, the first argument of an interpreter, everything behind a
 * program that is not known to be a script, and every file that looks like a script.
 */
export function dataWords(words: readonly CommandWord[], root: string): readonly CommandWord[] {
  let script: ScriptPlace = "unknown";
  return words.filter((word) => {
    if (word.role === "program") script = placeOfScript(word);
    if (!word.isHandedOver) return false;
    if (script === "next") {
      // A flag may have a script as its value.
      script = isFlag(word) ? "unknown" : "before";
      return false;
    }
    const paths = script === "before" ? pathsOfWord(word, root) : [];
    return paths.length > 0 && !paths.some(mayRun);
  });
}

/** Where the script of a command is, seen from its next argument. */
type ScriptPlace = "unknown" | "next" | "before";

function placeOfScript({ value }: CommandWord): ScriptPlace {
  if (value === undefined) return "unknown";
  if (isInterpreter(basename(value))) return "next";
  return value.includes("/") && !systemProgram.test(value) ? "before" : "unknown";
}

/** Programs of the system may run what their arguments name, as `env` and `xargs` do. */
const systemProgram = /^\/(?:usr\/|opt\/)?(?:local\/)?s?bin\//;

const isFlag = ({ text, value }: CommandWord): boolean => (value ?? text).startsWith("-");

/** Whether a file can be executed, or its name or first line is that of a script; one that cannot be read may be one. */
function mayRun(path: string): boolean {
  const stats = statOf(path);
  if (!stats) return false;
  return hasScriptExtension(path) || (stats.mode & 0o111) !== 0 || beginsAsScript(path);
}

function beginsAsScript(path: string): boolean {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const start = Buffer.alloc(2);
      readSync(file, start, 0, 2, 0);
      return start.toString("latin1") === "#!";
    } finally {
      closeSync(file);
    }
  } catch {
    return true;
  }
}
