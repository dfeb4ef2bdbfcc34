import { realpath } from "node:fs/promises";
import type {
  Diagnostic,
  LoadedFile,
  Origin,
  ScopeSettings,
  SourcePlace,
} from "../stages/snapshot.ts";
import { isObject } from "./is-object.ts";
import { type JsonDocument, readJson } from "./json-document.ts";
import { type ReadHooks, type ReadHooksContext, readHooks } from "./read-hooks.ts";
import { readText } from "./read-text.ts";

/** What one file contributes to a snapshot. */
export interface ReadSource extends ReadHooks {
  readonly file: LoadedFile;
  readonly settings: ScopeSettings | undefined;
  /** The real path, to tell when two names lead to one file. */
  readonly identity: string;
  /** The text as it was read, to tell when the file changes. */
  readonly text: string | undefined;
}

/** Everything but the origin that reading needs. */
export type ReadContext = Omit<ReadHooksContext, "origin">;

/** Reads one settings file. Whatever it contains, the answer is a value. */
export async function readSettingsFile(
  file: string,
  origin: Origin,
  context: ReadContext,
): Promise<ReadSource> {
  const identity = await realpath(file).catch(() => file);
  const read = await readText(file);
  if (read.state === "absent") return { ...nothing(file, origin, "absent"), identity };
  if (read.state === "unreadable") {
    const place = { file, line: 1, column: 1, path: "" };
    const failure = failed(place, origin, "unreadable", "unreadable-file", read);
    return { ...failure, identity, text: read.message };
  }
  return { ...readSettingsText(file, read.text, origin, context), identity, text: read.text };
}

/** Reads settings from their text; `file` is what people call it. */
export function readSettingsText(
  file: string,
  text: string,
  origin: Origin,
  context: ReadContext,
): ReadSource {
  const json = readJson(file, text);
  if (!json.ok)
    return failed(json.place, origin, "invalid", "not-json", {
      message: json.message,
      advice: "mend the JSON; nothing of this file counts until then",
    });
  const { document } = json;
  if (!isObject(document.value))
    return failed(document.place([]), origin, "invalid", "settings-not-an-object", {
      message: "the settings are not an object",
      advice: 'write {"hooks": {…}}',
    });
  const { hooks, ...values } = document.value;
  const read = hooks === undefined ? noHooks : readHooks(document, hooks, { ...context, origin });
  return {
    file: { file, scope: origin.scope, state: "loaded", hooks: read.hooks.length },
    hooks: read.hooks,
    skipped: read.skipped,
    diagnostics: [...relaxed(document), ...read.diagnostics],
    settings: { origin, file, values },
    identity: file,
    text,
  };
}

const noHooks: ReadHooks = { hooks: [], skipped: [], diagnostics: [] };

/** C5: comments and trailing commas are fine here, and nowhere else. */
function relaxed(document: JsonDocument): readonly Diagnostic[] {
  if (!document.relaxed) return [];
  return [
    {
      code: "relaxed-json",
      level: "warning",
      place: document.place([]),
      message: "the file has comments or trailing commas, and Claude Code ignores such a file",
      advice: "remove them if the file is for Claude Code too",
    },
  ];
}

/** A file that contributes nothing. */
export function nothing(
  file: string,
  origin: Origin,
  state: LoadedFile["state"],
  detail?: string,
): ReadSource {
  return {
    file: {
      file,
      scope: origin.scope,
      state,
      hooks: 0,
      ...(detail === undefined ? {} : { detail }),
    },
    ...noHooks,
    settings: undefined,
    identity: file,
    text: undefined,
  };
}

/** A file that cannot be read, with the reason. */
export function failed(
  place: SourcePlace,
  origin: Origin,
  state: LoadedFile["state"],
  code: string,
  { message, advice }: { readonly message: string; readonly advice: string },
): ReadSource {
  const diagnostic: Diagnostic = { code, level: "error", place, message, advice };
  return { ...nothing(place.file, origin, state, message), diagnostics: [diagnostic] };
}
