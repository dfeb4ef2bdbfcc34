import type { Origin, SourcePlace } from "../stages/snapshot.ts";
import { isObject } from "./is-object.ts";
import { type JsonDocument, type JsonPath, readJson } from "./json-document.ts";
import { readHooks } from "./read-hooks.ts";
import {
  failed,
  loaded,
  type ReadContext,
  type ReadSource,
  readSourceFile,
} from "./read-settings.ts";

/** What a plugin's manifest says. */
export interface PluginManifest {
  /** The manifest as a source, with the hooks it contains itself. */
  readonly source: ReadSource;
  /** The hooks files it names, with the place of each name. */
  readonly hooksFiles: readonly { readonly path: string; readonly place: SourcePlace }[];
  /** Files and folders of commands it names. */
  readonly commandPaths: readonly string[];
}

/** Reads `.claude-plugin/plugin.json`; a plugin without one is named after its folder. */
export async function readManifest(
  file: string,
  originOf: (name: string | undefined) => Origin,
  context: ReadContext,
): Promise<PluginManifest> {
  let hooksFiles: PluginManifest["hooksFiles"] = [];
  let commandPaths: readonly string[] = [];
  const source = await readSourceFile(file, originOf(undefined), (text) => {
    const json = readJson(file, text);
    if (!json.ok || !isObject(json.document.value)) return notAManifest(json, originOf(undefined));
    const { name, hooks, commands } = json.document.value;
    commandPaths = [commands].flat().filter((path) => typeof path === "string");
    const origin = originOf(typeof name === "string" ? name : undefined);
    hooksFiles = filesNamed(json.document, hooks);
    const read =
      hooksFiles.length > 0 ? undefined : inlineHooks(json.document, hooks, origin, context);
    const own = loaded(file, origin, read);
    return { ...own, diagnostics: [...json.document.oddities, ...own.diagnostics] };
  });
  return { source, hooksFiles, commandPaths };
}

function notAManifest(json: ReturnType<typeof readJson>, origin: Origin): ReadSource {
  const [place, message] = json.ok
    ? [json.document.place([]), "the manifest is not an object"]
    : [json.place, json.message];
  return failed(place, origin, "invalid", "not-a-manifest", {
    message,
    advice: "fix the manifest; the whole plugin is ignored until then",
  });
}

/** C9: `hooks` as a path, or a list of paths. */
export function filesNamed(document: JsonDocument, hooks: unknown): PluginManifest["hooksFiles"] {
  if (typeof hooks === "string") return [{ path: hooks, place: document.place(["hooks"]) }];
  if (!Array.isArray(hooks) || !hooks.every((path) => typeof path === "string")) return [];
  return hooks.map((path, index) => ({ path, place: document.place(["hooks", index]) }));
}

/** `hooks` as the hooks themselves, with or without the wrapper that hooks files have. */
function inlineHooks(document: JsonDocument, hooks: unknown, origin: Origin, context: ReadContext) {
  if (hooks === undefined) return undefined;
  const wrapped = isObject(hooks) && isObject(hooks["hooks"]);
  return wrapped
    ? readHooks(below(document, "hooks"), hooks["hooks"], { ...context, origin })
    : readHooks(document, hooks, { ...context, origin });
}

/** The part of a document below a key, with the places of the whole. */
function below(document: JsonDocument, key: string): JsonDocument {
  const whole = (path: JsonPath): JsonPath => [key, ...path];
  return {
    ...document,
    place: (path) => document.place(whole(path)),
    keyPlace: (path) => document.keyPlace(whole(path)),
  };
}
