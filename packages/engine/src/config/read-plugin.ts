import { realpath } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import type { Origin } from "../stages/snapshot.ts";
import { isObject } from "./is-object.ts";
import { type JsonDocument, readJson } from "./json-document.ts";
import { readHooks } from "./read-hooks.ts";
import {
  failed,
  nothing,
  type ReadContext,
  type ReadSource,
  readSettingsText,
} from "./read-settings.ts";
import { readText } from "./read-text.ts";
import { pluginDataFolder } from "./sources.ts";

/** Reads what a plugin brings: its manifest, and the hooks file it names or has in the usual place (C1). */
export async function readPlugin(
  folder: string,
  { home, enabled }: { readonly home: string; readonly enabled: (name: string) => boolean },
  context: ReadContext,
): Promise<readonly ReadSource[]> {
  const root = await realpath(folder).catch(() => folder);
  const manifestFile = join(root, ".claude-plugin", "plugin.json");
  const manifest = await readManifest(manifestFile);
  const owner = manifest.name ?? basename(root);
  const origin: Origin = {
    scope: "plugin",
    root,
    needsTrust: true,
    owner,
    pluginData: pluginDataFolder(home, owner),
  };
  if (manifest.problem)
    return [failed(manifest.problem.place, origin, "invalid", "not-json", manifest.problem)];
  if (!enabled(owner))
    return [nothing(manifestFile, origin, "absent", "the plugin is disabled in settings")];

  const sources: ReadSource[] = [];
  if (manifest.document && isObject(manifest.hooks))
    sources.push(inlineHooks(manifestFile, manifest.document, manifest.hooks, origin, context));
  const named = typeof manifest.hooks === "string" ? resolve(root, manifest.hooks) : undefined;
  if (named !== undefined && relative(root, named).startsWith("..")) {
    const place = manifest.document?.place(["hooks"]) ?? {
      file: manifestFile,
      line: 1,
      column: 1,
      path: "hooks",
    };
    sources.push(
      failed(place, origin, "invalid", "plugin-hooks-outside", {
        message: `hooks leads out of the plugin: ${manifest.hooks}`,
        advice: "keep the hooks file inside the plugin",
      }),
    );
  }
  const files = new Set([join(root, "hooks", "hooks.json"), ...(named ? [named] : [])]);
  for (const file of files) sources.push(await readHooksFile(file, origin, context));
  return sources;
}

async function readHooksFile(
  file: string,
  origin: Origin,
  context: ReadContext,
): Promise<ReadSource> {
  const identity = await realpath(file).catch(() => file);
  const read = await readText(file);
  if (read.state === "absent") return { ...nothing(file, origin, "absent"), identity };
  if (read.state === "unreadable")
    return failed(
      { file, line: 1, column: 1, path: "" },
      origin,
      "unreadable",
      "unreadable-file",
      read,
    );
  const source = readSettingsText(file, read.text, origin, context);
  if (source.settings && source.hooks.length === 0 && looksFlat(source.settings.values))
    return failed(
      { file, line: 1, column: 1, path: "" },
      origin,
      "invalid",
      "plugin-hooks-unwrapped",
      {
        message: "the events stand at the top of the file",
        advice: 'put them below a key "hooks": {"hooks": {"PreToolUse": […]}}',
      },
    );
  return { ...source, settings: undefined, identity };
}

/** A hooks file of a plugin without the key `hooks`. */
const looksFlat = (values: Readonly<Record<string, unknown>>): boolean =>
  Object.values(values).some((value) => Array.isArray(value));

interface Manifest {
  readonly name?: string;
  readonly hooks?: unknown;
  readonly document?: JsonDocument;
  readonly problem?: {
    readonly place: ReturnType<JsonDocument["place"]>;
    readonly message: string;
    readonly advice: string;
  };
}

async function readManifest(file: string): Promise<Manifest> {
  const read = await readText(file);
  if (read.state === "absent") return {};
  if (read.state === "unreadable")
    return { problem: { place: { file, line: 1, column: 1, path: "" }, ...read } };
  const json = readJson(file, read.text);
  if (!json.ok)
    return { problem: { place: json.place, message: json.message, advice: "mend the manifest" } };
  const { value } = json.document;
  if (!isObject(value)) return { document: json.document };
  const { name, hooks } = value;
  return { document: json.document, hooks, ...(typeof name === "string" ? { name } : {}) };
}

function inlineHooks(
  file: string,
  document: JsonDocument,
  hooks: unknown,
  origin: Origin,
  context: ReadContext,
): ReadSource {
  const wrapped = isObject(hooks) && isObject(hooks["hooks"]) ? hooks["hooks"] : hooks;
  const read = readHooks(document, wrapped, { ...context, origin });
  return {
    ...nothing(file, origin, "loaded"),
    file: { file, scope: origin.scope, state: "loaded", hooks: read.hooks.length },
    ...read,
  };
}
