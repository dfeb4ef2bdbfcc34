import { permissionModes } from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import { unknownTool } from "../rules/known-tools.ts";
import { parseRule, splitRule } from "../rules/rule.ts";
import { splitRules } from "../rules/split-rules.ts";
import type { Origin, ScopeSettings } from "../stages/snapshot.ts";
import { nearestName } from "../text/nearest-name.ts";
import { kindOf } from "./hook-shapes.ts";
import type { JsonPath } from "./json-document.ts";
import { isNote } from "./note-keys.ts";
import type { Finding } from "./reporter.ts";

type PermissionMode = (typeof permissionModes)[number];

/** Something in `permissions` that has no effect, or not the one its author expects. */
interface PermissionFinding extends Finding {
  readonly path: JsonPath;
}

/** The valid parts of `permissions` in one settings file, and what is wrong with the others. */
export interface PermissionSettings {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  readonly directories: readonly string[];
  readonly defaultMode: PermissionMode | undefined;
  /** Whether no session may be in bypassPermissions. */
  readonly disablesBypass: boolean;
  readonly findings: readonly PermissionFinding[];
}

const lists = ["allow", "ask", "deny", "additionalDirectories"] as const;
type ListKey = (typeof lists)[number];

const disableBypass = "disableBypassPermissionsMode";

export const permissionKeys: readonly string[] = [...lists, "defaultMode", disableBypass];

/** Keys that only other hosts have. */
const ofOtherHosts: readonly string[] = ["disableAutoMode"];

/** Reads `permissions` of one settings file. Bad values are ignored and reported, never thrown (C5). */
export function readPermissions({
  values,
  origin,
}: Pick<ScopeSettings, "values" | "origin">): PermissionSettings {
  const findings: PermissionFinding[] = [];
  const report: Report = (keys, finding) => {
    const path = ["permissions", ...keys];
    findings.push({ ...finding, path, message: `${nameOf(path)} ${finding.message}` });
  };
  const written = values["permissions"];
  const permissions = isObject(written) ? written : {};
  if (written !== undefined && !isObject(written))
    report([], {
      ...bad,
      message: `is ${kindOf(written)}, so it is ignored`,
      advice: 'write {"allow": […], "ask": […], "deny": […]}',
    });
  for (const key of Object.keys(permissions)) reportKey(key, report);
  const read = (key: ListKey) => readList(key, permissions[key], report);
  const mode = permissions["defaultMode"];
  const problem = mode === undefined ? undefined : modeProblem(mode, origin);
  if (problem) report(["defaultMode"], { ...bad, ...problem });
  return {
    disablesBypass: readDisableBypass(permissions[disableBypass], report),
    allow: read("allow"),
    ask: read("ask"),
    deny: read("deny"),
    directories: read("additionalDirectories"),
    defaultMode: problem ? undefined : (mode as PermissionMode | undefined),
    findings,
  };
}

/** Its only value is "disable". Any other one is reported, and restricts too: its author meant to. */
function readDisableBypass(written: unknown, report: Report): boolean {
  if (written === undefined || written === "disable") return written === "disable";
  report([disableBypass], {
    ...bad,
    level: "warning",
    message: `is ${JSON.stringify(written)}, which is read as "disable"`,
    advice: `write "disable", or remove it to allow bypassPermissions`,
  });
  return true;
}

type Report = (keys: JsonPath, finding: Finding) => void;

const bad = { code: "bad-permissions", level: "error" } as const;

function reportKey(key: string, report: Report): void {
  if (permissionKeys.includes(key) || ofOtherHosts.includes(key) || isNote(key)) return;
  const nearest = nearestName(key, permissionKeys);
  report([key], {
    ...bad,
    message: "is not a known key, so it is ignored",
    advice:
      nearest === undefined
        ? `known keys: ${permissionKeys.join(", ")}`
        : `did you mean "${nearest}"?`,
  });
}

function readList(key: ListKey, written: unknown, report: Report): readonly string[] {
  if (written === undefined) return [];
  const restricts = key === "deny" || key === "ask";
  if (typeof written === "string" && restricts) {
    const items = splitRules([written]);
    const list = JSON.stringify(items);
    const message = `is a text, not a list; it is read as ${list}`;
    report([key], { ...bad, level: "warning", message, advice: `write "${key}": ${list}` });
    return items.flatMap((item) => readItem(key, item, [key], report) ?? []);
  }
  if (!Array.isArray(written)) {
    const message = `is ${kindOf(written)}, so it ${effects[key]} nothing`;
    report([key], { ...bad, message, advice: "write a list of strings" });
    return [];
  }
  return written.flatMap((item: unknown, index) => readItem(key, item, [key, index], report) ?? []);
}

/** What an item of a list does, for a sentence about one that does not. */
const effects: Readonly<Record<ListKey, string>> = {
  allow: "allows",
  ask: "asks about",
  deny: "denies",
  additionalDirectories: "adds",
};

function readItem(key: ListKey, item: unknown, path: JsonPath, report: Report): string | undefined {
  const invalid = (found: string, advice: string) => {
    report(path, { ...bad, message: `${found}, so it ${effects[key]} nothing`, advice });
    return undefined;
  };
  if (typeof item !== "string") return invalid(`is ${kindOf(item)}`, "write a string");
  if (key === "additionalDirectories")
    return item.trim() === "" ? invalid("is empty", "name a folder") : item;
  const parsed = parseRule(item);
  const tool = splitRule(item)?.tool ?? "";
  const unknown = tool === "" ? undefined : unknownTool(tool);
  // An unknown tool may be one of the host's own, so the rule stays in force.
  const onlyIf = `${effects[key]} nothing, unless the host has a tool of that name`;
  if (parsed.ok) {
    if (unknown)
      report(path, {
        code: "unknown-tool",
        level: "warning",
        message: `${onlyIf}: ${unknown.message}`,
        advice: unknown.advice,
      });
    return item;
  }
  if (unknown && (key === "deny" || key === "ask")) {
    report(path, {
      code: "unknown-tool",
      level: "error",
      message: `${onlyIf}; it then ${effects[key]} every call of it, because a pattern for an unknown tool cannot be checked: ${unknown.message}`,
      advice: unknown.advice,
    });
    return tool;
  }
  return invalid(`is not valid (${parsed.message})`, parsed.advice);
}

/** T4: a project cannot turn off permission questions. */
function modeProblem(mode: unknown, origin: Origin) {
  if (!permissionModes.some((one) => one === mode))
    return {
      message: `is ${JSON.stringify(mode)}, so it is ignored`,
      advice: `write one of ${permissionModes.join(", ")}`,
    };
  if (mode === "bypassPermissions" && isOfProject(origin))
    return {
      message: "is bypassPermissions, which a project cannot choose",
      advice: "start with --permission-mode bypassPermissions, or set it in your user settings",
    };
  return undefined;
}

const isOfProject = ({ needsTrust, scope }: Origin): boolean =>
  needsTrust || scope === "project" || scope === "local";

const nameOf = (path: JsonPath): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .slice(1);
