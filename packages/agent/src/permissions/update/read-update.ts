import { isObject } from "@snaphook/engine/internal";
import { parseRule } from "@snaphook/engine/rules";
import { describeValue } from "@snaphook/protocol";
import { type Behavior, behaviors } from "../permission-lists.ts";
import { isPermissionMode, permissionModes } from "../permissions.ts";
import type { Destination, ListChange, PermissionChange } from "./permission-change.ts";

export type ReadUpdate =
  | { readonly ok: true; readonly change: PermissionChange }
  | { readonly ok: false; readonly problem: string };

const destinations: readonly Destination[] = [
  "session",
  "localSettings",
  "projectSettings",
  "userSettings",
];

const listChanges: ReadonlyMap<unknown, readonly [ListChange["how"], "rules" | "directories"]> =
  new Map([
    ["addRules", ["add", "rules"]],
    ["replaceRules", ["replace", "rules"]],
    ["removeRules", ["remove", "rules"]],
    ["addDirectories", ["add", "directories"]],
    ["removeDirectories", ["remove", "directories"]],
  ]);

/** Reads a change as hooks and drivers write it (G6). An update with any error is not applied at all. */
export function readUpdate(update: unknown): ReadUpdate {
  if (!isObject(update)) return bad("a permission update is not an object");
  const { type, destination } = update;
  const name = typeof type === "string" ? type : "a permission update";
  if (!isDestination(destination))
    return bad(
      `${name} has the destination ${describeValue(destination)}; write one of ${destinations.join(", ")}`,
    );
  if (type === "setMode") return readMode(update, destination);
  const kind = listChanges.get(type);
  if (kind === undefined)
    return bad(
      `a permission update has the type ${describeValue(type)}; write one of setMode, ${[...listChanges.keys()].join(", ")}`,
    );
  const [how, what] = kind;
  const read = what === "rules" ? readRules(update) : readDirectories(update);
  if (typeof read === "string") return bad(`${name}: ${read}`);
  return { ok: true, change: { destination, change: { how, ...read } } };
}

const bad = (problem: string): ReadUpdate => ({ ok: false, problem });

const isDestination = (value: unknown): value is Destination =>
  destinations.some((destination) => destination === value);

const isBehavior = (value: unknown): value is Behavior =>
  behaviors.some((behavior) => behavior === value);

type Fields = Readonly<Record<string, unknown>>;

function readMode({ mode }: Fields, destination: Destination): ReadUpdate {
  return isPermissionMode(mode)
    ? { ok: true, change: { destination, mode } }
    : bad(
        `setMode has the mode ${describeValue(mode)}; write one of ${permissionModes.join(", ")}`,
      );
}

function readRules({ behavior, rules }: Fields): Omit<ListChange, "how"> | string {
  if (!isBehavior(behavior))
    return `the behavior is ${describeValue(behavior)}; write one of ${behaviors.join(", ")}`;
  if (!Array.isArray(rules)) return 'there is no list of rules; write "rules": [{"toolName": …}]';
  const items: string[] = [];
  for (const rule of rules) {
    const text = textOfRule(rule);
    if (text === undefined)
      return `${describeValue(rule)} is not a rule; write {"toolName": "Bash", "ruleContent": "git status"}`;
    const parsed = parseRule(text);
    if (!parsed.ok) return `${parsed.message}; ${parsed.advice}`;
    items.push(parsed.rule.text);
  }
  return { list: behavior, items };
}

function textOfRule(rule: unknown): string | undefined {
  if (!isObject(rule) || typeof rule["toolName"] !== "string") return undefined;
  const { toolName, ruleContent } = rule;
  if (ruleContent === undefined || ruleContent === null || ruleContent === "") return toolName;
  // Parentheses in a tool's name would hide a pattern from a reader who looks only at `ruleContent`.
  if (typeof ruleContent !== "string" || toolName.includes("(")) return undefined;
  return `${toolName}(${ruleContent})`;
}

function readDirectories({ directories }: Fields): Omit<ListChange, "how"> | string {
  if (!Array.isArray(directories))
    return 'there is no list of directories; write "directories": ["PATH"]';
  const items = directories.filter(
    (item): item is string =>
      typeof item === "string" && item.trim() !== "" && !item.includes("\0"),
  );
  return items.length < directories.length
    ? "a directory is empty or not a string"
    : { list: "directories", items };
}
