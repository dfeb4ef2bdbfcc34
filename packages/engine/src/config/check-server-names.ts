import { isObject } from "../is-object.ts";
import { unknownServer } from "../rules/known-tools.ts";
import { splitRule } from "../rules/rule.ts";
import { splitRules } from "../rules/split-rules.ts";
import type { Diagnostic, ScopeSettings, SourcePlace } from "../stages/snapshot.ts";
import { nearestName } from "../text/nearest-name.ts";
import { serverNames } from "./configured-servers.ts";
import type { JsonPath } from "./json-document.ts";
import { mcpFileName } from "./read-mcp-file.ts";

/**
 * C5: what settings deny, ask about or turn off by the name of an MCP server that is not configured. Settings of a user
 * or a policy are for all projects, so there only a name that looks misspelt is reported.
 */
export function checkServerNames(
  settings: readonly ScopeSettings[],
  added: readonly string[],
  placeOf: (file: string, path: JsonPath) => SourcePlace,
): readonly Diagnostic[] {
  const known = [...serverNames(settings), ...added];
  const ofProject = serverNames(settings.filter(({ origin }) => origin.scope === "project"));
  return settings.flatMap(({ file, origin: { scope }, values }) => {
    const isForAll = scope === "user" || scope === "managed";
    const rules = rulesIn(values["permissions"]).flatMap(({ path, text, does }): Diagnostic[] => {
      const unknown = unknownServer(splitRule(text)?.tool ?? "", known);
      if (!unknown || (isForAll && !unknown.isLikely)) return [];
      const message = `${does} nothing: ${unknown.message}`;
      const place = placeOf(file, path);
      return [{ code: "unknown-tool", level: "warning", place, message, advice: unknown.advice }];
    });
    return [...rules, ...disabledIn(values, ofProject, isForAll, (path) => placeOf(file, path))];
  });
}

function rulesIn(permissions: unknown) {
  return Object.entries({ deny: "denies", ask: "asks about" }).flatMap(([key, effect]) => {
    const list = isObject(permissions) ? permissions[key] : undefined;
    const texts: readonly unknown[] = Array.isArray(list) ? list : [];
    const items = typeof list === "string" ? splitRules([list]) : texts;
    return items.flatMap((text, index) => {
      const path = ["permissions", key, ...(typeof list === "string" ? [] : [index])];
      const does = `permissions.${key}[${index}] ${effect}`;
      return typeof text === "string" ? [{ path, text, does }] : [];
    });
  });
}

const disabledKey = "disabledMcpjsonServers";

function disabledIn(
  { [disabledKey]: names }: ScopeSettings["values"],
  known: readonly string[],
  isForAll: boolean,
  placeOf: (path: JsonPath) => SourcePlace,
): readonly Diagnostic[] {
  if (names === undefined) return [];
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
    const message = `${disabledKey} must be a list of strings; it is ignored`;
    const place = placeOf([disabledKey]);
    return [{ code: "unknown-setting", level: "error", place, message, advice: 'write ["…"]' }];
  }
  return names.flatMap((name, index): Diagnostic[] => {
    const likely = nearestName(name, known);
    const isSilent = isForAll && likely === undefined;
    if (known.length === 0 || known.includes(name) || isSilent) return [];
    return [
      {
        code: "unknown-setting",
        level: "warning",
        place: placeOf([disabledKey, index]),
        message: `${disabledKey} turns off nothing: ${mcpFileName} has no server "${name}"`,
        advice: likely ? `did you mean "${likely}"?` : `its servers are ${known.join(", ")}`,
      },
    ];
  });
}
