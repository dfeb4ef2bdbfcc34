import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TrustSubject } from "./trust-subject.ts";

/** A new empty folder, by its real path. */
export const temporaryFolder = (): string =>
  realpathSync(mkdtempSync(join(tmpdir(), "trust-test-")));

/** Writes files, by path from a folder, and answers with the folder. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A command hook of a project, with an id that depends on what C8 names. */
export function subjectOf(
  root: string,
  command: string,
  more: Partial<Omit<TrustSubject, "root" | "id">> = {},
): TrustSubject {
  const {
    scope = "project",
    event = "PreToolUse",
    matcher = "Bash",
    handler = { type: "command", command },
    place = ".claude/settings.json#hooks.PreToolUse[0].hooks[0]",
  } = more;
  const id = createHash("sha256")
    .update(JSON.stringify([scope, root, event, matcher, handler]))
    .digest("hex")
    .slice(0, 12);
  return { id, scope, root, event, matcher, handler, place };
}
