import { copyFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { ConfiguredHook } from "@snaphook/engine";
import { makeFolder } from "@snaphook/engine/internal";
import { programOf, shellWord } from "@snaphook/protocol";
import type { Script } from "../lint/hook-code.ts";
import type { Scratch } from "./scratch.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One hook, for a session in a copy of its project that has no other. */
export interface HookAlone {
  /** Its scripts, where they are in the copy. */
  readonly scripts: readonly Script[];
  /** The settings for it; `change` changes its handler. */
  settings(change?: (handler: Fields) => Fields): string;
}

/** What a copy is made from. */
export interface Originals {
  /** The user's home. */
  readonly home: string;
  readonly scripts: readonly Script[];
}

/**
 * Prepares a copy for a hook, whatever file it comes from. Scripts in the user's home are copied to the home of the
 * copy, with the files beside them; the originals are not touched.
 */
export function hookAlone(
  hook: ConfiguredHook,
  scratch: Scratch,
  { home, scripts }: Originals,
): HookAlone {
  const moved = copyHomeScripts(scratch, { home, scripts });
  return {
    scripts: scripts.map((script) =>
      script.path === undefined ? script : { ...script, path: moved(script.path) },
    ),
    settings(change = (handler) => handler) {
      const { event, matcher } = hook;
      const handler = JSON.stringify(change(withPluginRoot(hook, scratch.inside)));
      const group = {
        ...(matcher.pattern === undefined ? {} : { matcher: matcher.pattern }),
        hooks: [JSON.parse(handler.replaceAll(inJson(home + sep), inJson(scratch.home + sep)))],
      };
      return JSON.stringify({ hooks: { [event]: [group] } });
    },
  };
}

/**
 * Copies scripts in the user's home to the home of a copy, with the files beside them. Returns where a path is in the
 * copy.
 */
export function copyHomeScripts(
  scratch: Scratch,
  { home, scripts }: Originals,
): (path: string) => string {
  const isInHome = (path: string) => path.startsWith(home + sep) && scratch.inside(path) === path;
  const moved = (path: string) =>
    isInHome(path) ? join(scratch.home, relative(home, path)) : scratch.inside(path);
  for (const { path, found } of scripts)
    if (path !== undefined && found === "file" && isInHome(path)) copyBeside(path, moved);
  return moved;
}

/** Hooks in settings have no plugin folder, so a hook of a plugin gets its path in its command. */
export function withPluginRoot(
  { handler, origin }: Pick<ConfiguredHook, "handler" | "origin">,
  inside: (path: string) => string = (path) => path,
): Fields {
  const { root, scope } = origin;
  const program = programOf(handler);
  if (scope !== "plugin" || root === undefined || program === undefined) return handler as Fields;
  const folder = inside(root);
  const filled = (word: string) => word.replaceAll("${CLAUDE_PLUGIN_ROOT}", () => folder);
  const command = filled(program.command);
  return program.args === undefined
    ? { ...handler, command: `export CLAUDE_PLUGIN_ROOT=${shellWord(folder)}; ${command}` }
    : { ...handler, command, args: program.args.map(filled) };
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Larger files are not scripts or their data. */
const maxBytes = 1024 * 1024;
const maxFiles = 100;

/** Copies a script and the files beside it, which it may load. */
function copyBeside(script: string, moved: (path: string) => string): void {
  const folder = dirname(script);
  makeFolder(moved(folder));
  const beside = readdirSync(folder).map((name) => join(folder, name));
  for (const path of new Set([script, ...beside.slice(0, maxFiles)])) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() && stats.size <= maxBytes) copyFileSync(path, moved(path));
  }
}
