import type { Diagnostic, Origin } from "../stages/snapshot.ts";
import { readJson } from "./json-document.ts";
import { readMcpServers } from "./mcp-servers.ts";
import { failed, loaded, type ReadSource, readSourceFile } from "./read-settings.ts";

/** The file of a project that names MCP servers. */
export const mcpFileName = ".mcp.json";

/**
 * Reads an `.mcp.json`; nothing if there is none. Only its servers are settings: other keys of it have no effect.
 * Servers start with the session, so a later change of the file is not a change of settings.
 */
export async function readMcpFile(file: string, origin: Origin): Promise<readonly ReadSource[]> {
  const read = await readSourceFile(file, origin, (text) => parse(file, text, origin));
  return read.file.state === "absent" ? [] : [{ ...read, text: undefined }];
}

function parse(file: string, text: string, origin: Origin): ReadSource {
  const json = readJson(file, text);
  if (!json.ok)
    return failed(json.place, origin, "invalid", "not-json", {
      message: json.message,
      advice: "fix the JSON; no server of this file is started until then",
    });
  const { document } = json;
  const { servers, problems } = readMcpServers(document.value);
  const mcpServers = (document.value as Readonly<Record<string, unknown>> | null)?.["mcpServers"];
  const diagnostics = problems.map(
    ({ path, level, message, advice }): Diagnostic => ({
      code: "bad-mcp-server",
      level,
      place: document.place(path),
      message,
      advice,
    }),
  );
  return {
    ...loaded(file, origin),
    diagnostics: [...document.oddities, ...diagnostics],
    ...(servers.length === 0 ? {} : { settings: { origin, file, values: { mcpServers } } }),
    placeOf: document.place,
  };
}
