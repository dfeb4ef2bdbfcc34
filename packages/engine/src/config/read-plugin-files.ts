import { realpathSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../is-object.ts";
import type { Origin, SourcePlace } from "../stages/snapshot.ts";
import { nearestName } from "../text/nearest-name.ts";
import { isBelow } from "./is-below.ts";
import { type JsonPath, readJson } from "./json-document.ts";
import { inPlugin, type NamedPath } from "./plugin-parts.ts";
import { mcpFileName, readMcpFile } from "./read-mcp-file.ts";
import {
  failed,
  parseSource,
  type ReadContext,
  type ReadSource,
  readSettingsText,
} from "./read-settings.ts";
import type { FileTrouble } from "./read-text.ts";

/** A file of a plugin; `place` is where the manifest names it, if it does: then the file must exist. */
interface WantedFile {
  readonly file: string;
  readonly place?: SourcePlace;
}

/** The usual file, and those that the manifest names. */
const wantedFiles = (root: string, usual: string, named: readonly NamedPath[]): WantedFile[] => [
  { file: usual },
  ...named
    .map(({ path, place }) => ({ file: inPlugin(root, path), place }))
    .filter(({ file }) => file !== usual),
];

/** The hooks of a plugin: `hooks/hooks.json`, and the files that its manifest names (C1). */
export const readHooksFiles = (
  root: string,
  named: readonly NamedPath[],
  origin: Origin,
  context: ReadContext,
): Promise<readonly ReadSource[]> =>
  Promise.all(
    wantedFiles(root, join(root, "hooks", "hooks.json"), named).map(async (wanted) => {
      const { file, place } = wanted;
      return (
        outside(wanted, root, origin, { code: "plugin-hooks-outside", what: "hooks file" }) ??
        parseSource(
          { file, identity: realPath(file) },
          origin,
          (text) => readWrapped(file, text, origin, context),
          place && missing(place),
        )
      );
    }),
  );

/** The MCP servers of a plugin: `.mcp.json`, if there is one, and the files that its manifest names. */
export async function readServerFiles(
  root: string,
  named: readonly NamedPath[],
  origin: Origin,
): Promise<readonly ReadSource[]> {
  const read = wantedFiles(root, join(root, mcpFileName), named).map(
    async (wanted) =>
      outside(wanted, root, origin, { code: "bad-plugin-part", what: "file with MCP servers" }) ??
      readMcpFile(wanted.file, origin, wanted.place && missing(wanted.place)),
  );
  return (await Promise.all(read)).flat();
}

const missing = ({ line }: SourcePlace): FileTrouble => ({
  message: `the file does not exist; line ${line} of the manifest names it`,
  advice: "name an existing file",
});

/** A file that is outside the plugin, or a link that leads out of it; undefined for any other. */
function outside(
  { file, place }: WantedFile,
  root: string,
  origin: Origin,
  { code, what }: { readonly code: string; readonly what: string },
): ReadSource | undefined {
  const real = realPath(file);
  if (isBelow(root, file) && isBelow(root, real)) return undefined;
  const at = place ?? { file, line: 1, column: 1, path: "" };
  const failure = failed(at, origin, "invalid", code, {
    message: `the ${what} is outside the plugin: ${isBelow(root, file) ? real : file}`,
    advice: `keep the ${what} inside the plugin`,
  });
  return { ...failure, file: { ...failure.file, file }, identity: file, text: real };
}

/** Synchronous: the real path of the plugin is known, so the disk has answered, and there may be many files. */
export function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

/** C1: events belong under the key `hooks`; a file without it has no hooks, which is reported. */
function readWrapped(file: string, text: string, origin: Origin, context: ReadContext): ReadSource {
  const json = readJson(file, text);
  if (json.ok && isObject(json.document.value) && !("hooks" in json.document.value)) {
    const { document, value } = { document: json.document, value: json.document.value };
    const unwrapped = (path: JsonPath, message: string, advice: string) =>
      failed(
        path.length === 0 ? document.place(path) : document.keyPlace(path),
        origin,
        "invalid",
        "plugin-hooks-unwrapped",
        { message, advice },
      );
    const misspelt = Object.keys(value).find((key) => nearestName(key, ["hooks"]) !== undefined);
    if (misspelt !== undefined)
      return unwrapped([misspelt], `unknown key "${misspelt}" is ignored`, 'did you mean "hooks"?');
    const [event] = Object.entries(value).find(([, list]) => Array.isArray(list)) ?? [];
    if (event !== undefined)
      return unwrapped(
        [event],
        "the events are at the top level of the file, where they are ignored",
        'put them inside a "hooks" key: {"hooks": {"PreToolUse": […]}}',
      );
    return unwrapped([], 'the file has no "hooks" key, so it has no hooks', 'write {"hooks": {…}}');
  }
  // A plugin contributes hooks only, no other settings.
  return { ...readSettingsText(file, text, origin, context, json), settings: undefined };
}
