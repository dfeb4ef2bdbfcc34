import { realpathSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isObject } from "../is-object.ts";
import type { Origin, SourcePlace } from "../stages/snapshot.ts";
import { isBelow } from "./is-below.ts";
import { readJson } from "./json-document.ts";
import { partsOf } from "./plugin-id.ts";
import { readPluginCommands } from "./read-front-matter.ts";
import { type PluginManifest, readManifest, readMarketplaceEntry } from "./read-manifest.ts";
import {
  failed,
  parseSource,
  type ReadContext,
  type ReadSource,
  readSettingsText,
} from "./read-settings.ts";
import { type FileTrouble, troubleOf } from "./read-text.ts";
import { installedDataFolder, pluginDataFolder, type ResolvedSources } from "./sources.ts";

/** What is known of a plugin before it is read. */
export interface PluginFacts {
  readonly installed?: Origin["installed"];
  /** The file of its marketplace, if that has hooks or commands of the plugin. */
  readonly listedIn?: string;
}

/** Where a plugin is, as it was named and really. */
interface PluginPlace extends PluginFacts, Pick<ResolvedSources, "home" | "configFolder"> {
  readonly folder: string;
  readonly root: string;
}

/** Reads a plugin: its manifest, and the hooks files it names or has in the default place (C1). */
export async function readPlugin(
  { folder, root, home, configFolder, installed, listedIn }: PluginPlace,
  context: ReadContext,
): Promise<readonly ReadSource[]> {
  const name = installed ? partsOf(installed.id).name : basename(root);
  const originOf = (owner: string): Origin => ({
    scope: "plugin",
    root,
    needsTrust: true,
    owner,
    pluginData: installed
      ? installedDataFolder(configFolder, installed.id)
      : pluginDataFolder(home, owner),
    ...(installed ? { installed } : {}),
  });
  const trouble = folderTrouble(root, installed ? reinstall : "name a plugin folder");
  if (trouble) {
    const place = { file: folder, line: 1, column: 1, path: "" };
    return [failed(place, originOf(name), "absent", "missing-plugin", trouble)];
  }
  const manifestFile = join(root, ".claude-plugin", "plugin.json");
  const identity = realPath(manifestFile);
  const manifest = await readManifest(
    { file: manifestFile, identity },
    (named) => originOf(named || name),
    context,
  );
  const { origin, file } = manifest.source;
  // Its name and the files it names are unknown, so the whole plugin is ignored.
  if (file.state === "unreadable" || file.state === "invalid")
    return [{ ...manifest.source, covers: root }];
  const listed =
    listedIn === undefined ? [] : [await readMarketplaceEntry(listedIn, name, origin, context)];
  const parts = [manifest, ...listed];
  const commandPaths = parts.flatMap((part) => part.commandPaths);
  const hooksFiles = parts.flatMap((part) => part.hooksFiles);
  const plugin = { name: origin.owner ?? name, root, commandPaths };
  const commands = [...new Set(["commands", ...commandPaths].map((path) => resolve(root, path)))];
  const markdown = [
    ...commands.map((path) => ({ path, kind: "command" }) as const),
    { path: join(root, "skills"), kind: "skill" } as const,
  ];
  return [
    { ...manifest.source, plugin },
    ...listed.map(({ source }) => source),
    ...(await readHooksFiles(root, hooksFiles, origin, context)),
    ...(
      await Promise.all(
        markdown.map(({ path, kind }) =>
          readPluginCommands(path, kind, { ...origin, root }, context),
        ),
      )
    ).flat(),
  ];
}

const reinstall = "install the plugin again, or disable it in enabledPlugins";

function folderTrouble(folder: string, advice: string): FileTrouble | undefined {
  try {
    const isFolder = statSync(folder).isDirectory();
    return isFolder ? undefined : { message: "it is not a folder", advice };
  } catch (error) {
    const { message } = troubleOf(error);
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return { message: missing ? "there is no such folder" : message, advice };
  }
}

async function readHooksFiles(
  root: string,
  hooksFiles: PluginManifest["hooksFiles"],
  origin: Origin,
  context: ReadContext,
): Promise<readonly ReadSource[]> {
  const usual = join(root, "hooks", "hooks.json");
  const named = hooksFiles
    .map(({ path, place }) => ({ file: resolve(root, path), place }))
    .filter(({ file }) => file !== usual);
  return Promise.all([
    readHooksFile({ file: usual }, root, origin, context),
    ...named.map((wanted) => readHooksFile(wanted, root, origin, context)),
  ]);
}

/** Reads a hooks file of a plugin; `place` is where the manifest names it, if it does: then the file must exist. */
async function readHooksFile(
  { file, place }: { readonly file: string; readonly place?: SourcePlace },
  root: string,
  origin: Origin,
  context: ReadContext,
): Promise<ReadSource> {
  const real = realPath(file);
  if (!isBelow(root, file) || !isBelow(root, real)) {
    const at = place ?? { file, line: 1, column: 1, path: "" };
    const failure = failed(at, origin, "invalid", "plugin-hooks-outside", {
      message: `the hooks file is outside the plugin: ${isBelow(root, file) ? real : file}`,
      advice: "keep the hooks file inside the plugin",
    });
    return { ...failure, file: { ...failure.file, file }, identity: file, text: real };
  }
  return parseSource(
    { file, identity: real },
    origin,
    (text) => readWrapped(file, text, origin, context),
    place && {
      message: `the file does not exist; line ${place.line} of the manifest names it`,
      advice: "name an existing file",
    },
  );
}

/** Synchronous: the real path of the plugin is known, so the disk has answered, and there may be many files. */
function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

/** C1: events belong under the key `hooks`; events at the top level are reported. */
function readWrapped(file: string, text: string, origin: Origin, context: ReadContext): ReadSource {
  const json = readJson(file, text);
  if (json.ok && isObject(json.document.value) && !("hooks" in json.document.value)) {
    const [event] =
      Object.entries(json.document.value).find(([, list]) => Array.isArray(list)) ?? [];
    if (event !== undefined)
      return failed(json.document.keyPlace([event]), origin, "invalid", "plugin-hooks-unwrapped", {
        message: "the events are at the top level of the file, where they are ignored",
        advice: 'put them inside a "hooks" key: {"hooks": {"PreToolUse": […]}}',
      });
  }
  // A plugin contributes hooks only, no other settings.
  return { ...readSettingsText(file, text, origin, context, json), settings: undefined };
}
