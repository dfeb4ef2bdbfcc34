import { join } from "node:path";
import { isObject } from "../is-object.ts";
import type { Origin } from "../stages/snapshot.ts";
import { type JsonDocument, type JsonPath, readJson } from "./json-document.ts";
import { serverSource } from "./read-mcp-file.ts";
import { failed, loaded, type ReadSource, readSourceFile } from "./read-settings.ts";
import type { ResolvedSources } from "./sources.ts";

type Places = Pick<ResolvedSources, "home" | "configFolder" | "settingSources">;

/** The file in which Claude Code keeps the user's MCP servers, beside much else. */
export const userServersFile = ({ home, configFolder }: Pick<Places, "home" | "configFolder">) =>
  join(configFolder === join(home, ".claude") ? home : configFolder, ".claude.json");

/**
 * The user's own MCP servers: for all projects, and for this one. The file is the user's, so they need no trust. It
 * changes all the time and servers start with the session, so a later change is not a change of settings.
 */
export async function readUserServers(
  places: Places,
  projectRoot: string,
): Promise<readonly ReadSource[]> {
  const { settingSources } = places;
  const file = userServersFile(places);
  const parts = [
    { source: "user", path: [] },
    { source: "local", path: ["projects", projectRoot] },
  ] as const;
  const read = parts
    .filter(({ source }) => settingSources.includes(source))
    .map(({ source, path }) => {
      const origin = { scope: source, root: undefined, needsTrust: false, owner: undefined };
      return readPart(file, path, origin);
    });
  const found = await Promise.all(read);
  // A file that cannot be read is reported once.
  const broken = found.find(
    (one) => one.file.state === "invalid" || one.file.state === "unreadable",
  );
  return broken
    ? [broken]
    : found.filter(({ settings, diagnostics }) => settings || diagnostics.length > 0);
}

async function readPart(file: string, path: JsonPath, origin: Origin): Promise<ReadSource> {
  const read = await readSourceFile(file, origin, (text) => {
    const json = readJson(file, text);
    if (!json.ok)
      return failed(json.place, origin, "invalid", "not-json", {
        message: json.message,
        advice: "fix the JSON; no server of this file is started until then",
      });
    return partOf(json.document, path, origin);
  });
  // Both parts are in one file, and each is a source of its own.
  return { ...read, identity: `${read.identity}#${path.join("/")}`, text: undefined };
}

function partOf(document: JsonDocument, path: JsonPath, origin: Origin): ReadSource {
  const source = loaded(document.file, origin);
  const value = path.reduce<unknown>(
    (outer, key) => (isObject(outer) ? outer[key] : undefined),
    document.value,
  );
  if (!isObject(value) || value["mcpServers"] === undefined) return source;
  return serverSource(source, document, value, (inner) => document.place([...path, ...inner]));
}
