import { copyFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { ConfiguredHook } from "@snaphook/engine";
import { makeFolder } from "@snaphook/engine/internal";
import type { Script } from "../lint/hook-code.ts";
import type { Scratch } from "./scratch.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Settings with one hook and nothing else, for a session in a copy of its project. */
export interface HookAlone {
  readonly settings: string;
  /** Its scripts, where they are in the copy. */
  readonly scripts: readonly Script[];
}

/** What a copy is made from. */
export interface Originals {
  /** The user's home. */
  readonly home: string;
  readonly scripts: readonly Script[];
}

/**
 * Puts a hook alone into the settings of a copy, whatever file it comes from. Scripts in the user's home are copied
 * to the home of the copy, with the files beside them; the originals are not touched. `change` changes the handler.
 */
export function hookAlone(
  hook: ConfiguredHook,
  scratch: Scratch,
  { home, scripts }: Originals,
  change: (handler: Fields) => Fields = (handler) => handler,
): HookAlone {
  const { event, handler, matcher, origin } = hook;
  const isInHome = (path: string) => path.startsWith(home + sep) && scratch.inside(path) === path;
  const moved = (path: string) =>
    isInHome(path) ? join(scratch.home, relative(home, path)) : scratch.inside(path);
  for (const { path, found } of scripts)
    if (path !== undefined && found === "file" && isInHome(path)) copyBeside(path, moved);
  const text = JSON.stringify(change(handler as Fields))
    .replaceAll(inJson(home + sep), inJson(scratch.home + sep))
    // Settings have no plugin folder, so a hook of a plugin gets its path.
    .replaceAll(/\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g, (written) =>
      origin.scope === "plugin" && origin.root !== undefined
        ? inJson(scratch.inside(origin.root))
        : written,
    );
  const group = {
    ...(matcher.pattern === undefined ? {} : { matcher: matcher.pattern }),
    hooks: [JSON.parse(text)],
  };
  return {
    settings: JSON.stringify({ hooks: { [event]: [group] } }),
    scripts: scripts.map((script) =>
      script.path === undefined ? script : { ...script, path: moved(script.path) },
    ),
  };
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
