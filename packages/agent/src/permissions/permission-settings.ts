import type { ScopeSettings } from "@snaphook/engine";
import type { Origin } from "@snaphook/engine/internal";
import { parseRule } from "@snaphook/engine/rules";
import { isObject } from "../is-object.ts";
import { type Behavior, behaviors, type PermissionLists } from "./permission-lists.ts";
import { type PermissionMode, permissionModes } from "./permissions.ts";

/** The valid parts of `permissions` in one settings file. */
export interface PermissionSettings extends PermissionLists {
  readonly defaultMode: PermissionMode | undefined;
  /** What was ignored: file, key, what was found and what to write instead. */
  readonly problems: readonly string[];
}

/** Reads `permissions` of one settings file. Bad values are ignored and reported, never thrown. */
export function readPermissions({ values, origin, file }: ScopeSettings): PermissionSettings {
  const problems: string[] = [];
  const report = (key: string, found: string, advice: string) => {
    problems.push(`${file}: permissions${key} ${found}; ${advice}`);
  };
  const written = values["permissions"];
  const permissions = isObject(written) ? written : {};
  if (written !== undefined && !isObject(written))
    report("", `is ${kindOf(written)}`, 'write {"allow": […], "ask": […], "deny": […]}');

  function strings(
    key: string,
    problemOf: (text: string) => readonly [string, string] | undefined,
  ) {
    const list = permissions[key];
    if (list === undefined) return [];
    if (!Array.isArray(list)) {
      report(`.${key}`, `is ${kindOf(list)}`, "write a list of strings");
      return [];
    }
    return list.filter((item: unknown, index): item is string => {
      const problem =
        typeof item === "string"
          ? problemOf(item)
          : ([`is ${kindOf(item)}`, "write a string"] as const);
      if (problem) report(`.${key}[${index}]`, ...problem);
      return problem === undefined;
    });
  }
  const rules = (behavior: Behavior) => strings(behavior, ruleProblem);

  const [allow, ask, deny] = behaviors.map(rules) as [string[], string[], string[]];
  const directories = strings("additionalDirectories", (text) =>
    text.trim() === "" ? ["is empty", "name a folder"] : undefined,
  );
  const mode = permissions["defaultMode"];
  const modeProblem = mode === undefined ? undefined : problemOfMode(mode, isOfProject(origin));
  if (modeProblem) report(".defaultMode", ...modeProblem);
  const defaultMode = modeProblem ? undefined : (mode as PermissionMode | undefined);
  return { allow, ask, deny, directories, defaultMode, problems };
}

function ruleProblem(text: string): readonly [string, string] | undefined {
  const parsed = parseRule(text);
  return parsed.ok ? undefined : [`is ignored: ${parsed.message}`, parsed.advice];
}

export const isPermissionMode = (value: unknown): value is PermissionMode =>
  permissionModes.some((mode) => mode === value);

const isOfProject = ({ needsTrust, scope }: Origin): boolean =>
  needsTrust || scope === "project" || scope === "local";

/** T4: a project cannot turn off permission questions. */
function problemOfMode(mode: unknown, fromProject: boolean): readonly [string, string] | undefined {
  if (!isPermissionMode(mode))
    return [`is ${JSON.stringify(mode)}`, `write one of ${permissionModes.join(", ")}`];
  if (mode === "bypassPermissions" && fromProject)
    return [
      "is bypassPermissions, which a project cannot choose",
      "start with --permission-mode bypassPermissions, or set it in your user settings",
    ];
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** What is wrong with `permissions` in the settings; only the bad parts are ignored. */
export const permissionProblems = (settings: readonly ScopeSettings[]): readonly string[] =>
  settings.flatMap((one) => readPermissions(one).problems);
