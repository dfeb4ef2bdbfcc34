import { parseRule, type Rule } from "@snaphook/engine/rules";

export const behaviors = ["allow", "ask", "deny"] as const;
export type Behavior = (typeof behaviors)[number];

/** Rules and directories as they are written; invalid rules among them never match. */
export type PermissionLists = Readonly<Record<Behavior | "directories", readonly string[]>>;

/** A permission rule, and the place that it comes from. */
export interface SourcedRule {
  readonly behavior: Behavior;
  readonly rule: string;
  /** A scope of settings; `session`: the command line, or an answer to a question. */
  readonly source: string;
  /** The settings file. */
  readonly file?: string;
}

export const noPermissions: PermissionLists = { allow: [], ask: [], deny: [], directories: [] };

/** Joins the lists of all sources. */
export function joinLists(parts: readonly PermissionLists[]): PermissionLists {
  const all = (key: keyof PermissionLists) => parts.flatMap((part) => part[key]);
  return {
    allow: all("allow"),
    ask: all("ask"),
    deny: all("deny"),
    directories: all("directories"),
  };
}

/** The valid rules of a list. */
export const rulesOf = (texts: readonly string[]): readonly Rule[] =>
  texts.flatMap((text) => {
    const parsed = parseRule(text);
    return parsed.ok ? [parsed.rule] : [];
  });
