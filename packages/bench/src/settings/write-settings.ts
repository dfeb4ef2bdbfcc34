import { randomUUID } from "node:crypto";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, readText, realTarget, statOf, troubleOf } from "@snaphook/engine/internal";
import { SettingsChangeError } from "./change-hooks.ts";

/** The text of a settings file; that of an empty one if there is none. */
export function readSettings(file: string): string {
  const found = readText(file);
  if (found.state === "unreadable")
    throw new SettingsChangeError(`${file} cannot be read: ${found.message}; ${found.advice}`);
  return found.state === "absent" || found.text.trim() === "" ? "{}\n" : found.text;
}

/** Replaces a settings file at once: no reader sees half of it. A link stays a link, and the file keeps its mode. */
export function writeSettings(file: string, text: string): void {
  const target = realTarget(file);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    makeFolder(dirname(target), 0o777);
    const mode = statOf(target)?.mode;
    writeFileSync(draft, text, { flag: "wx", flush: true });
    if (mode !== undefined) chmodSync(draft, mode & 0o7777);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new SettingsChangeError(`${file} cannot be written: ${troubleOf(error).message}`);
  }
}
