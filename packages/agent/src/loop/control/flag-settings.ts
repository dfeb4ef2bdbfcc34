import { isObject } from "@snaphook/engine/internal";
import { isPermissionMode } from "../../permissions/permissions.ts";
import type { SessionParts } from "../session-parts.ts";
import { warning } from "../warning.ts";

type Settings = Readonly<Record<string, unknown>>;

const behaviors = ["allow", "ask", "deny"] as const;

/** Settings that a driver adds during a session, above those of the files. */
export function createFlagSettings({ agent }: SessionParts): (settings: Settings) => Promise<void> {
  return async (settings) => {
    const { permissions = {}, ...others } = settings;
    if (!isObject(permissions)) throw new Error('"permissions" is not an object');
    const { allow, ask, deny, defaultMode, additionalDirectories, ...unknown } = permissions;
    const names = [
      ...Object.keys(others).filter((key) => others[key] !== null && others[key] !== undefined),
      ...Object.keys(unknown).map((key) => `permissions.${key}`),
    ];
    if (names.length > 0)
      throw new Error(
        `${names.join(", ")} cannot change during a session, and nothing was applied; start a session with --settings`,
      );
    if (defaultMode !== undefined && !isPermissionMode(defaultMode))
      throw new Error(`permissions.defaultMode is ${JSON.stringify(defaultMode)}`);
    const lists = { allow, ask, deny };
    const updates = [
      ...behaviors.flatMap((behavior) => addedRules(behavior, lists[behavior])),
      ...(additionalDirectories === undefined
        ? []
        : [
            {
              type: "addDirectories",
              directories: textsOf("permissions.additionalDirectories", additionalDirectories),
              destination: "session",
            },
          ]),
      ...(defaultMode === undefined
        ? []
        : [{ type: "setMode", mode: defaultMode, destination: "session" }]),
    ];
    for (const text of await agent.permissions.update(updates)) agent.emit(warning(text));
  };
}

function addedRules(behavior: (typeof behaviors)[number], list: unknown) {
  if (list === undefined) return [];
  const rules = textsOf(`permissions.${behavior}`, list).map((text) => {
    const [, toolName = text, ruleContent] = /^([^(]+)\((.*)\)$/s.exec(text) ?? [];
    return { toolName, ...(ruleContent === undefined ? {} : { ruleContent }) };
  });
  return [{ type: "addRules", rules, behavior, destination: "session" }];
}

function textsOf(name: string, list: unknown): readonly string[] {
  if (Array.isArray(list) && list.every((entry) => typeof entry === "string")) return list;
  throw new Error(`"${name}" is not a list of texts`);
}
