import type { EventName, Handler } from "@snaphook/protocol";
import type { Matcher } from "../match/matcher.ts";

/** Where hooks come from; the order is the plan order of C2. */
export type Scope = "user" | "project";

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

/** One hook as it is configured, checked and compiled. */
export interface ConfiguredHook extends HookRef {
  readonly scope: Scope;
  readonly event: EventName;
  readonly matcher: Matcher;
  readonly handler: Handler;
  readonly source: SourcePlace;
}

/** Something about a settings file that its author should know (C5). */
export interface Diagnostic {
  readonly level: "error" | "warning";
  readonly place: SourcePlace;
  /** What is wrong. */
  readonly message: string;
  /** What would be right. */
  readonly advice: string;
}

/** One file that was looked for, and what became of it. */
export interface LoadedFile {
  readonly file: string;
  readonly scope: Scope;
  readonly state: "loaded" | "absent" | "unreadable" | "invalid";
}

/**
 * What is configured at one moment, from which file and line.
 *
 * Contract: frozen; `hooks` is in plan order (C2) and holds valid entries
 * only, every other entry has a diagnostic; `byEvent` is an index over
 * `hooks` that keeps that order.
 */
export interface Snapshot {
  readonly hooks: readonly ConfiguredHook[];
  readonly byEvent: ReadonlyMap<EventName, readonly ConfiguredHook[]>;
  readonly files: readonly LoadedFile[];
  readonly diagnostics: readonly Diagnostic[];
}
