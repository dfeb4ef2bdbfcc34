import { isObject } from "../is-object.ts";
import type { Diagnostic, Origin, PluginPaths } from "../stages/snapshot.ts";
import { nearestName } from "../text/nearest-name.ts";
import { type JsonDocument, type JsonPath, readJson } from "./json-document.ts";
import { entryNamed } from "./marketplaces.ts";
import { type NamedPath, noPaths, pathsNamed, readPartPaths } from "./plugin-parts.ts";
import { readHooks } from "./read-hooks.ts";
import { serverSource } from "./read-mcp-file.ts";
import {
  failed,
  loaded,
  parseSource,
  type ReadContext,
  type ReadSource,
  readSourceFile,
  strayEvents,
} from "./read-settings.ts";

/** What a plugin's manifest says. */
export interface PluginManifest {
  /** The manifest as a source, with the hooks it contains itself. */
  readonly source: ReadSource;
  /** What it names in other files and folders. */
  readonly parts: NamedParts;
}

interface NamedParts {
  readonly hooksFiles: readonly NamedPath[];
  /** Files with MCP servers. */
  readonly serverFiles: readonly NamedPath[];
  readonly paths: PluginPaths;
}

const noParts: NamedParts = { hooksFiles: [], serverFiles: [], paths: noPaths };

/** Reads `.claude-plugin/plugin.json`; a plugin without one is named after its folder. */
export async function readManifest(
  found: { readonly file: string; readonly identity: string },
  originOf: (name: string | undefined) => Origin,
  context: ReadContext,
): Promise<PluginManifest> {
  let parts = noParts;
  const { file } = found;
  const source = await parseSource(found, originOf(undefined), (text) => {
    const json = readJson(file, text);
    if (!json.ok || !isObject(json.document.value)) return notAManifest(json, originOf(undefined));
    const { name } = json.document.value;
    const origin = originOf(typeof name === "string" ? name : undefined);
    const read = readParts(json.document, json.document.value, { file, origin, context });
    parts = read.parts;
    return {
      ...read.source,
      diagnostics: [...json.document.oddities, ...read.source.diagnostics],
    };
  });
  return { source, parts };
}

/** Reads the entry of a plugin in the file of its marketplace, which can have hooks and commands too. */
export async function readMarketplaceEntry(
  file: string,
  name: string,
  origin: Origin,
  context: ReadContext,
): Promise<PluginManifest> {
  let parts = noParts;
  const source = await readSourceFile(file, origin, (text) => {
    const json = readJson(file, text);
    if (!json.ok || !isObject(json.document.value)) return notAManifest(json, origin);
    const found = entryNamed(name, json.document.value["plugins"]);
    if (!found) return loaded(file, origin);
    const document = below(json.document, ["plugins", found.index]);
    const read = readParts(document, found.entry, { file, origin, context });
    parts = read.parts;
    return read.source;
  });
  // Several plugins are listed in one file, and each is a source of its own.
  const own = `${file}#${name}`;
  return {
    source: { ...source, file: { ...source.file, file: own }, identity: own },
    parts,
  };
}

/** The hooks and MCP servers in a manifest or in an entry of a marketplace, and the files that it names. */
function readParts(
  document: JsonDocument,
  value: Readonly<Record<string, unknown>>,
  { file, origin, context }: { file: string; origin: Origin; context: ReadContext },
): { readonly source: ReadSource; readonly parts: NamedParts } {
  const { hooks, mcpServers } = value;
  const hooksFiles = filesNamed(document, hooks);
  const serverFiles = pathsNamed(document, "mcpServers", mcpServers) ?? [];
  const { paths, diagnostics } = readPartPaths(document, value, origin.root ?? "");
  const read = hooksFiles.length > 0 ? undefined : inlineHooks(document, hooks, origin, context);
  const source = loaded(file, origin, read);
  const servers =
    mcpServers === undefined || serverFiles.length > 0
      ? undefined
      : serverSource(source, document, { mcpServers });
  return {
    source: {
      ...(servers ?? source),
      diagnostics: [
        ...strayEvents(document, value),
        ...misspeltKeys(document, value),
        ...diagnostics,
        ...(servers ?? source).diagnostics,
      ],
    },
    parts: { hooksFiles, serverFiles, paths },
  };
}

/** Keys of a manifest that name parts of the plugin. */
const partKeys = ["hooks", "commands", "agents", "skills", "mcpServers", "outputStyles"];

/** Reports a key that looks like one of a part: the plugin would silently be without that part. */
const misspeltKeys = (document: JsonDocument, value: object): readonly Diagnostic[] =>
  Object.keys(value).flatMap((key) => {
    const nearest = partKeys.includes(key) ? undefined : nearestName(key, partKeys);
    if (nearest === undefined) return [];
    return {
      code: "unknown-plugin-key",
      level: "error",
      place: document.keyPlace([key]),
      message: `unknown key "${key}" is ignored`,
      advice: `did you mean "${nearest}"?`,
    } as const;
  });

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
export const filesNamed = (document: JsonDocument, hooks: unknown): readonly NamedPath[] =>
  pathsNamed(document, "hooks", hooks) ?? [];

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
