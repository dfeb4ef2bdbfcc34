import { realpath } from "node:fs/promises";
import { isEventName } from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import type {
  Diagnostic,
  LoadedFile,
  LoadedPlugin,
  Origin,
  ScopeSettings,
  SourcePlace,
} from "../stages/snapshot.ts";
import { nearestName } from "../text/nearest-name.ts";
import { settingsFlag } from "../text/settings-flag.ts";
import { checkHookSettings, hookSettingKeys } from "./check-hook-settings.ts";
import { checkPermissions } from "./check-permissions.ts";
import { type JsonDocument, type JsonPath, readJson } from "./json-document.ts";
import { checkPluginSwitches } from "./plugin-switches.ts";
import { checkProfile } from "./profile-setting.ts";
import { type ReadHooks, type ReadHooksContext, readHooks } from "./read-hooks.ts";
import { permissionKeys } from "./read-permissions.ts";
import { type FileTrouble, readText } from "./read-text.ts";

/** What one file contributes to a snapshot. */
export interface ReadSource extends ReadHooks {
  readonly file: LoadedFile;
  readonly origin: Origin;
  readonly settings: ScopeSettings | undefined;
  /** Where a setting of the file is. */
  readonly placeOf?: (path: JsonPath) => SourcePlace;
  /** The real path: equal when two names lead to one file. */
  readonly identity: string;
  /** What was read, or why it failed: differs when the file has changed. */
  readonly text: string | undefined;
  /** The last good content, if that is still used because the file cannot be read (C7). */
  readonly lastGood?: ReadSource;
  /** The plugin whose manifest this is. */
  readonly plugin?: Omit<LoadedPlugin, "needsTrust">;
  /** The folder whose other files are unknown while this one cannot be read. */
  readonly covers?: string;
}

/** Everything but the origin that reading needs. */
export type ReadContext = Omit<ReadHooksContext, "origin">;

/** Reads one settings file. Never throws for what it contains. */
export const readSettingsFile = (
  file: string,
  origin: Origin,
  context: ReadContext,
  missing?: FileTrouble,
): Promise<ReadSource> =>
  readSourceFile(file, origin, (text) => readSettingsText(file, text, origin, context), missing);

/** Reads a file and parses its text. `missing`: the problem to report if it does not exist. */
export async function readSourceFile(
  file: string,
  origin: Origin,
  parse: (text: string) => ReadSource | Promise<ReadSource>,
  missing?: FileTrouble,
): Promise<ReadSource> {
  const identity = await realpath(file).catch(() => file);
  return parseSource({ file, identity }, origin, parse, missing);
}

/** The same for a file whose real path is known. */
export async function parseSource(
  { file, identity }: { readonly file: string; readonly identity: string },
  origin: Origin,
  parse: (text: string) => ReadSource | Promise<ReadSource>,
  missing?: FileTrouble,
): Promise<ReadSource> {
  const read = readText(file);
  if (read.state === "text") return { ...(await parse(read.text)), identity, text: read.text };
  const place = { file, line: 1, column: 1, path: "" };
  if (read.state === "unreadable") {
    const failure = failed(place, origin, "unreadable", "unreadable-file", read);
    return { ...failure, identity, text: read.message };
  }
  const absent = missing
    ? failed(place, origin, "absent", "missing-file", missing)
    : nothing(file, origin, "absent");
  return { ...absent, identity };
}

/** Nothing starts without settings that the caller named, so those are not ignored. */
function adviceForJson(file: string, { scope }: Origin): string {
  if (file === settingsFlag)
    return `write JSON such as '{"hooks": {…}}', in single quotes for the shell, or name a file`;
  return scope === "settings-flag"
    ? "fix the JSON"
    : "fix the JSON; the whole file is ignored until then";
}

/** Reads settings from their text, or from `json` if that was parsed before; `file` is what people call it. */
export function readSettingsText(
  file: string,
  text: string,
  origin: Origin,
  context: ReadContext,
  json = readJson(file, text),
): ReadSource {
  const invalid = (place: SourcePlace, code: string, message: string, advice: string) => ({
    ...failed(place, origin, "invalid", code, { message, advice }),
    text,
  });
  if (!json.ok) return invalid(json.place, "not-json", json.message, adviceForJson(file, origin));
  const { document } = json;
  if (!isObject(document.value))
    return invalid(
      document.place([]),
      "settings-not-an-object",
      "the settings are not an object",
      'write {"hooks": {…}}',
    );
  const { hooks, ...values } = document.value;
  const read = hooks === undefined ? noHooks : readHooks(document, hooks, { ...context, origin });
  return {
    ...loaded(file, origin, read),
    diagnostics: [
      ...document.oddities,
      ...checkProfile(document, origin),
      ...checkHookSettings(document, origin),
      ...checkPluginSwitches(document, origin),
      ...checkPermissions(document, { values, origin }),
      ...strayEvents(document, values),
      ...misspeltSettings(document, values),
      ...read.diagnostics,
    ],
    settings: { origin, file, values },
    placeOf: document.place,
    text,
  };
}

/** Reports events next to `hooks` instead of inside it: their hooks would silently never run. */
export function strayEvents(document: JsonDocument, values: object): readonly Diagnostic[] {
  return Object.keys(values)
    .filter(isEventName)
    .map((event) => ({
      code: "event-outside-hooks",
      level: "error",
      place: document.keyPlace([event]),
      message: `${event} is at the top level of the file, where its hooks are ignored`,
      advice: `put it inside the "hooks" key: {"hooks": {"${event}": […]}}`,
    }));
}

/**
 * Reports a top-level key that looks like a setting about hooks. Other hosts keep many settings in these files,
 * so any other key is fine.
 */
function misspeltSettings(document: JsonDocument, values: object): readonly Diagnostic[] {
  const known = ["hooks", ...hookSettingKeys, "hookProfile", "permissions", "enabledPlugins"];
  return Object.keys(values).flatMap((key) => {
    if (permissionKeys.includes(key)) return [permissionOutside(document, key)];
    const nearest = known.includes(key) ? undefined : nearestName(key, known);
    // The beginning of a name is not a misspelt name: a host may have a setting that is called so.
    if (nearest === undefined || nearest.length > key.length + 2) return [];
    const message = `unknown setting "${key}" is ignored`;
    const advice = `did you mean "${nearest}"?`;
    const place = document.keyPlace([key]);
    // A file whose hooks have another name has no hooks.
    const level = nearest === "hooks" ? "error" : "warning";
    return [{ code: "unknown-setting", level, place, message, advice } as const];
  });
}

/** Rules next to `permissions` instead of inside it: they would silently deny nothing. */
const permissionOutside = (document: JsonDocument, key: string): Diagnostic => ({
  code: "unknown-setting",
  level: "error",
  place: document.keyPlace([key]),
  message: `"${key}" is at the top level of the file, where it is ignored`,
  advice: `put it inside the "permissions" key: {"permissions": {"${key}": …}}`,
});

const noHooks: ReadHooks = { hooks: [], skipped: [], diagnostics: [] };

/** A file that was read, with the hooks in it. */
export const loaded = (file: string, origin: Origin, read: ReadHooks = noHooks): ReadSource => ({
  ...nothing(file, origin, "loaded"),
  file: { file, scope: origin.scope, state: "loaded", hooks: read.hooks.length },
  ...read,
});

/** A file that contributes nothing. */
export function nothing(
  file: string,
  origin: Origin,
  state: LoadedFile["state"],
  detail?: string,
): ReadSource {
  const { scope } = origin;
  return {
    file: { file, scope, state, hooks: 0, ...(detail === undefined ? {} : { detail }) },
    origin,
    ...noHooks,
    settings: undefined,
    identity: file,
    text: undefined,
  };
}

/** A file that contributes nothing, with the reason. */
export function failed(
  place: SourcePlace,
  origin: Origin,
  state: LoadedFile["state"],
  code: string,
  { message, advice }: FileTrouble,
): ReadSource {
  const diagnostic: Diagnostic = { code, level: "error", place, message, advice };
  return { ...nothing(place.file, origin, state, message), diagnostics: [diagnostic] };
}
