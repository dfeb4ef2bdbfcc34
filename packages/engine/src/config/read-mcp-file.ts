import { isObject } from "../is-object.ts";
import type { Diagnostic, Origin } from "../stages/snapshot.ts";
import { type JsonDocument, readJson } from "./json-document.ts";
import { readMcpServers } from "./mcp-servers.ts";
import { failed, loaded, type ReadSource, readSourceFile } from "./read-settings.ts";
import type { FileTrouble } from "./read-text.ts";

/** The file of a project or plugin that names MCP servers. */
export const mcpFileName = ".mcp.json";

/**
 * Reads an `.mcp.json`; nothing if there is none, unless it must exist (`missing`). Only its servers are settings: other
 * keys of it have no effect. Servers start with the session, so a later change of the file is not a change of settings.
 */
export async function readMcpFile(
  file: string,
  origin: Origin,
  missing?: FileTrouble,
): Promise<readonly ReadSource[]> {
  const read = await readSourceFile(file, origin, (text) => parse(file, text, origin), missing);
  const isAbsent = read.file.state === "absent" && missing === undefined;
  return isAbsent ? [] : [{ ...read, text: undefined }];
}

function parse(file: string, text: string, origin: Origin): ReadSource {
  const json = readJson(file, text);
  if (!json.ok)
    return failed(json.place, origin, "invalid", "not-json", {
      message: json.message,
      advice: "fix the JSON; no server of this file is started until then",
    });
  const { document } = json;
  const source = serverSource(loaded(file, origin), document, wrapped(document.value, origin));
  return { ...source, diagnostics: [...document.oddities, ...source.diagnostics] };
}

/** A plugin's file may name its servers at the top level. */
function wrapped(value: unknown, { scope }: Origin): unknown {
  const isFlat =
    scope === "plugin" &&
    isObject(value) &&
    !("mcpServers" in value) &&
    Object.values(value).every((entry) => isObject(entry));
  return isFlat ? { mcpServers: value } : value;
}

/** A file with the servers that a value of it names. `placeOf`: where a path of the value is in the file. */
export function serverSource(
  source: ReadSource,
  document: JsonDocument,
  value: unknown,
  placeOf = document.place,
): ReadSource {
  const { servers, problems } = readMcpServers(value);
  const diagnostics = problems.map(
    ({ path, level, message, advice }): Diagnostic => ({
      code: "bad-mcp-server",
      level,
      place: placeOf(path),
      message,
      advice,
    }),
  );
  const { origin, file } = source;
  const values = isObject(value) ? { mcpServers: value["mcpServers"] } : {};
  return {
    ...source,
    diagnostics: [...source.diagnostics, ...diagnostics],
    ...(servers.length === 0
      ? {}
      : { settings: { origin, file: file.file, values, namesServers: true } }),
    placeOf,
  };
}
