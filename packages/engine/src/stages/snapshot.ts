import type { AnyHandler, EventName } from "@snaphook/protocol";
import type { Matcher } from "../match/matcher.ts";
import type { Rule } from "../rules/rule.ts";

/** Where hooks come from, in plan order (C2). */
export const scopes = [
  "managed",
  "user",
  "project",
  "plugin",
  "local",
  "settings-flag",
  "skill",
  "command",
  "agent",
  "code",
] as const;
export type Scope = (typeof scopes)[number];

/** Scopes of hooks in the front matter of Markdown files (C3). */
const frontMatterScopes: readonly Scope[] = ["skill", "command", "agent"];

/** Whether hooks are in the front matter of a Markdown file; those of a plugin's command are of the plugin. */
export const isFrontMatter = ({ scope, command }: Pick<Origin, "scope" | "command">): boolean =>
  command !== undefined || frontMatterScopes.includes(scope);

/** A place in a settings file, for people: counted from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Path inside the file, such as `hooks.PreToolUse[0].hooks[1]`. */
  readonly path: string;
}

/** Names a hook, for machines and for people. */
export interface HookRef {
  /** Stable across runs (C8): the same definition in the same place has the same id. */
  readonly id: string;
  /** What a person calls it: the command as written. */
  readonly label: string;
}

/** Where a group of hooks comes from: a settings file, a plugin, a skill or an agent. */
export interface Origin {
  readonly scope: Scope;
  /** Real path of the project or plugin root; none for scopes that have none (C8). */
  readonly root: string | undefined;
  /** It comes from the project or a plugin: runs only when trusted (T1). */
  readonly needsTrust: boolean;
  /** Name of the plugin, skill or agent. */
  readonly owner: string | undefined;
  /** The slash command or skill of a plugin in whose front matter it is, such as `plugin:deploy`. */
  readonly command?: string;
  /** Directory for a plugin's own data. */
  readonly pluginData?: string;
  /** A plugin that the user installed: it counts only while `enabledPlugins` names its id. */
  readonly installed?: { readonly id: string; readonly inProject: boolean };
}

/** Why a hook can never run with its configuration. */
export interface Dormancy {
  readonly reason: "invalid" | "not-in-profile" | "not-on-this-event";
  readonly because: string;
}

/** One configured hook, checked and compiled. */
export interface ConfiguredHook extends HookRef {
  readonly origin: Origin;
  readonly event: EventName;
  readonly matcher: Matcher;
  readonly handler: AnyHandler;
  /** The parsed `if` of the handler (M8). */
  readonly condition: Rule | undefined;
  /** The group it belongs to; the hooks of a sequential group share a lane (P2). */
  readonly group: { readonly key: string; readonly sequential: boolean };
  readonly source: SourcePlace;
  /** Set when the hook is listed but can never run. */
  readonly dormant: Dormancy | undefined;
}

/** Something about a settings file that its author should know (C5). */
export interface Diagnostic {
  /** Name of the rule that found it. */
  readonly code: string;
  readonly level: "error" | "warning";
  readonly place: SourcePlace;
  /** What is wrong. */
  readonly message: string;
  /** What to do. */
  readonly advice: string;
}

/** An entry that is not a valid hook; the diagnostic says why. */
export interface SkippedEntry {
  readonly event: string;
  readonly label: string;
  readonly origin: Origin;
  readonly diagnostic: Diagnostic;
}

/** One file we looked for, and the result (C5). */
export interface LoadedFile {
  readonly file: string;
  readonly scope: Scope;
  readonly state: "loaded" | "absent" | "unreadable" | "invalid" | "kept" | "same-file";
  /** More about the state: the file it is the same as, or why the last good content was kept. */
  readonly detail?: string;
  /** The caller named it, so a session that needs its guards cannot start without it. */
  readonly required?: true;
  /** The plugin it belongs to, if that is installed and no settings enable it. */
  readonly notEnabled?: string;
  readonly hooks: number;
}

/** A plugin that is used, and where its other parts are. */
export interface LoadedPlugin {
  readonly name: string;
  /** The real path of its folder. */
  readonly root: string;
  readonly needsTrust: boolean;
  readonly paths: PluginPaths;
}

/** Absolute paths of the files and folders in which a plugin's Markdown files are; the usual folder may not exist. */
export interface PluginPaths {
  readonly commands: readonly string[];
  readonly agents: readonly string[];
  readonly skills: readonly string[];
  readonly outputStyles: readonly string[];
}

/** The rest of a settings file: everything but its hooks. */
export interface ScopeSettings {
  readonly origin: Origin;
  readonly file: string;
  /** `mcpServers` in its values are started; in any other settings the key has no effect. */
  readonly namesServers?: true;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Finds the hooks whose matcher fits, without looking at the others. */
export interface EventIndex {
  /** The hooks of an event that match one of the values, in plan order. */
  find(event: EventName, values: readonly string[]): readonly ConfiguredHook[];
}

/**
 * What is configured at one moment, from which file and line.
 *
 * Contract: frozen; `hooks` is in plan order (C2) and holds every entry that
 * is a hook, dormant ones included; every other entry is in `skipped` with
 * its diagnostic; `index` finds the hooks that can run, in the same order.
 */
export interface Snapshot {
  readonly hooks: readonly ConfiguredHook[];
  readonly index: EventIndex;
  readonly skipped: readonly SkippedEntry[];
  readonly settings: readonly ScopeSettings[];
  readonly files: readonly LoadedFile[];
  readonly plugins: readonly LoadedPlugin[];
  readonly diagnostics: readonly Diagnostic[];
}
