import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { EventName } from "@snaphook/protocol";
import type {
  ConfiguredHook,
  Diagnostic,
  LoadedFile,
  Scope,
  Snapshot,
} from "../stages/snapshot.ts";
import { readJson } from "./json-document.ts";
import { readHooks } from "./read-hooks.ts";

/** Where settings are looked for. */
export interface SettingsRoots {
  /** The directory the session was started in (C1); its parents are not searched. */
  readonly project: string;
}

/** Reads every settings file into one frozen snapshot. Never throws for what a file contains. */
export async function loadSnapshot(roots: SettingsRoots): Promise<Snapshot> {
  const project = await realpath(roots.project);
  const read = await readSettingsFile(
    "project",
    project,
    join(project, ".claude", "settings.json"),
  );
  return freeze([read]);
}

interface ReadFile {
  readonly file: LoadedFile;
  readonly hooks: readonly ConfiguredHook[];
  readonly diagnostics: readonly Diagnostic[];
}

async function readSettingsFile(scope: Scope, root: string, file: string): Promise<ReadFile> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error))
      return { file: { file, scope, state: "absent" }, hooks: [], diagnostics: [] };
    return failed("unreadable", { file, line: 1, column: 1, path: "" }, String(error));
  }
  const json = readJson(file, text);
  if (!json.ok) return failed("invalid", json.place, `not JSON: ${json.message}`);
  return { file: { file, scope, state: "loaded" }, ...readHooks(json.document, { scope, root }) };

  function failed(
    state: LoadedFile["state"],
    place: Diagnostic["place"],
    message: string,
  ): ReadFile {
    const advice = "the file is skipped until it can be read";
    return {
      file: { file, scope, state },
      hooks: [],
      diagnostics: [{ level: "error", place, message, advice }],
    };
  }
}

function freeze(files: readonly ReadFile[]): Snapshot {
  const hooks = files.flatMap((read) => read.hooks);
  const byEvent: ReadonlyMap<EventName, readonly ConfiguredHook[]> = Map.groupBy(
    hooks,
    (hook) => hook.event,
  );
  return Object.freeze({
    hooks: Object.freeze(hooks),
    byEvent,
    files: files.map((read) => read.file),
    diagnostics: files.flatMap((read) => read.diagnostics),
  });
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ENOENT" || error.code === "ENOTDIR");
