import { dirname } from "node:path";
import {
  makeFolder,
  readText,
  realTarget,
  replaceFile,
  statOf,
  troubleOf,
} from "@snaphook/engine/internal";
import { withMarkOf } from "./byte-order-mark.ts";
import { SettingsChangeError } from "./change-hooks.ts";

/** The text of a settings file; that of an empty one if there is none. */
export function readSettings(file: string): string {
  const found = readText(file);
  if (found.state === "unreadable")
    throw new SettingsChangeError(`${file} cannot be read: ${found.message}; ${found.advice}`);
  return found.state === "absent" || found.text.trim() === "" ? "{}\n" : found.text;
}

/** Replaces a settings file at once: no reader sees half of it. A link stays a link, and the file keeps its mode. */
export async function writeSettings(file: string, text: string): Promise<void> {
  const target = realTarget(file);
  try {
    makeFolder(dirname(target), 0o777);
    const mode = statOf(target)?.mode;
    const exactly = mode !== undefined;
    await replaceFile(target, withMarkOf(target, text), {
      mode: exactly ? mode & 0o7777 : 0o666,
      exactly,
    });
  } catch (error) {
    throw new SettingsChangeError(`${file} cannot be written: ${troubleOf(error).message}`);
  }
}
