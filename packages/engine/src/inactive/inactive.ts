import type { HookRef } from "../stages/snapshot.ts";

/** Why something has no effect. */
export type InactiveKind =
  /** A hook of the project or a plugin that the user has not trusted. */
  | "untrusted"
  /** A trusted hook that has changed. */
  | "changed"
  /** A trusted hook that is no longer configured. */
  | "gone"
  /** A trusted hook in settings that can no longer be read. */
  | "unreadable"
  /** A hook that the user turned off (`config.toggles`). */
  | "turned-off"
  /** A hook that a setting turns off: `disableAllHooks`, `allowManagedHooksOnly` (C4). */
  | "disabled"
  /** A hook, or a deny or ask rule, in settings that this session does not load (`settingSources`). */
  | "not-loaded"
  /** A hook on an event that this host does not fire. */
  | "not-fired"
  /** A hook that the profile, its type or its own fields keep from ever running. */
  | "cannot-run"
  /** A hook, an entry, a rule or a file with a mistake; `config.snapshot().diagnostics` says what to do. */
  | "invalid"
  /** A permission rule for a tool that we do not know: it has an effect only if the host has that tool. */
  | "unknown-tool"
  /** A setting of a project that is not trusted. */
  | "setting"
  /** A plugin that is installed and that no settings enable. */
  | "plugin"
  /** Settings in a parent folder, which are not searched (C1). */
  | "parent";

/** How an entry about an MCP server begins. */
export const serverPrefix = "MCP server ";

/** Something that is configured and has no effect in this session. */
export interface Inactive {
  readonly kind: InactiveKind;
  /** A name for people: event and label of a hook, a rule, a setting, a file. */
  readonly what: string;
  /** The hook, if it is one. */
  readonly hook: HookRef | undefined;
  /** The event of the hook, if it is one. */
  readonly event: string | undefined;
  readonly file: string;
  readonly line: number | undefined;
  readonly because: string;
  /** It does not run, but refuses what it guards until it is reviewed (T1). */
  readonly refuses: boolean;
}

/** Everything that is configured and has no effect, and the same in one line. */
export interface InactiveReport {
  readonly entries: readonly Inactive[];
  /** A line for the user; empty if there are no entries. */
  readonly summary: string;
}
