import { isObject } from "../is-object.ts";
import type { Origin, SourcePlace } from "../stages/snapshot.ts";
import { type JsonDocument, type JsonPath, readJson } from "./json-document.ts";
import { entryNamed } from "./marketplaces.ts";
import { readHooks } from "./read-hooks.ts";
import {
  failed,
  loaded,
  parseSource,
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
  found: { readonly file: string; readonly identity: string },
  originOf: (name: string | undefined) => Origin,
  context: ReadContext,
): Promise<PluginManifest> {
  let hooksFiles: PluginManifest["hooksFiles"] = [];
  let commandPaths: readonly string[] = [];
  const { file } = found;
  const source = await parseSource(found, originOf(undefined), (text) => {
    const json = readJson(file, text);
    if (!json.ok || !isObject(json.document.value)) return notAManifest(json, originOf(undefined));
    const { name } = json.document.value;
    const origin = originOf(typeof name === "string" ? name : undefined);
    const parts = partsOfPlugin(json.document, json.document.value, origin, context);
    ({ hooksFiles, commandPaths } = parts);
    const own = loaded(file, origin, parts.read);
    return { ...own, diagnostics: [...json.document.oddities, ...own.diagnostics] };
  });
  return { source, hooksFiles, commandPaths };
}

/** Reads the entry of a plugin in the file of its marketplace, which can have hooks and commands too. */
export async function readMarketplaceEntry(
  file: string,
  name: string,
  origin: Origin,
  context: ReadContext,
): Promise<PluginManifest> {
  let hooksFiles: PluginManifest["hooksFiles"] = [];
  let commandPaths: readonly string[] = [];
  const source = await readSourceFile(file, origin, (text) => {
    const json = readJson(file, text);
    if (!json.ok || !isObject(json.document.value)) return notAManifest(json, origin);
    const found = entryNamed(name, json.document.value["plugins"]);
    if (!found) return loaded(file, origin);
    const document = below(json.document, ["plugins", found.index]);
    const parts = partsOfPlugin(document, found.entry, origin, context);
    ({ hooksFiles, commandPaths } = parts);
    return loaded(file, origin, parts.read);
  });
  // Several plugins are listed in one file, and each is a source of its own.
  const own = `${file}#${name}`;
  return {
    source: { ...source, file: { ...source.file, file: own }, identity: own },
    hooksFiles,
    commandPaths,
  };
}

/** The hooks and commands in a manifest or in an entry of a marketplace. */
function partsOfPlugin(
  document: JsonDocument,
  { hooks, commands }: Readonly<Record<string, unknown>>,
  origin: Origin,
  context: ReadContext,
) {
  const hooksFiles = filesNamed(document, hooks);
  const commandPaths = [commands].flat().filter((path) => typeof path === "string");
  const read = hooksFiles.length > 0 ? undefined : inlineHooks(document, hooks, origin, context);
  return { hooksFiles, commandPaths, read };
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
    ? readHooks(below(document, ["hooks"]), hooks["hooks"], { ...context, origin })
    : readHooks(document, hooks, { ...context, origin });
}

/** The part of a document below a path, with the places of the whole. */
function below(document: JsonDocument, base: JsonPath): JsonDocument {
  const whole = (path: JsonPath): JsonPath => [...base, ...path];
  return {
    ...document,
    place: (path) => document.place(whole(path)),
    keyPlace: (path) => document.keyPlace(whole(path)),
  };
}
