import { spawn } from "node:child_process";
import { basename } from "node:path";
import { setImmediate } from "node:timers/promises";
import { MenuError } from "./menu-error.ts";

/** Editors that take the line as `+12`. */
const takesLine = /^(vi|vim|nvim|view|nano|pico|emacs|emacsclient|micro|joe|ne|kak|mg|ed)$/;

/** The words that open a file in the user's editor. The variable may hold arguments. */
export function editorWords(
  file: string,
  line: number,
  { VISUAL, EDITOR }: Readonly<Record<string, string | undefined>>,
): readonly [string, ...string[]] {
  const wanted = (VISUAL?.trim() || EDITOR?.trim() || "vi").split(/\s+/);
  const [program = "vi", ...args] = wanted;
  const place = takesLine.test(basename(program)) ? [`+${line}`] : [];
  return [program, ...args, ...place, file];
}

/** Opens a file in the user's editor, in this terminal, and waits until it is closed. */
export async function openEditor(
  file: string,
  line: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const [program, ...args] = editorWords(file, line, env);
  await stopReading();
  return new Promise((resolve, reject) => {
    spawn(program, args, { stdio: "inherit" })
      .once("error", (error) => reject(new MenuError(notStarted(program, error))))
      .once("exit", () => resolve());
  });
}

const notStarted = (program: string, { code, message }: NodeJS.ErrnoException): string =>
  code === "ENOENT"
    ? `${program} is not installed; set EDITOR to another editor`
    : `${program} could not be started: ${message}; set EDITOR to another editor`;

/**
 * Leaves the keys to another program. Without listeners Node still reads from the terminal, once the key that led here
 * is handled, and pause() does nothing to a stream that is read by "readable": only its event ends that.
 */
async function stopReading(): Promise<void> {
  await setImmediate();
  process.stdin.emit("pause");
  await setImmediate();
}
