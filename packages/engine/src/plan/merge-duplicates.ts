import {
  type AnyHandler,
  backgroundOf,
  identityOf as handlerIdentity,
  inForeground,
} from "@snaphook/protocol";
import type { ConfiguredHook } from "../stages/snapshot.ts";

/** P4: two hooks of one event with the same identity run once; variables are expanded before comparing. */
export function identityOf(
  { handler, origin }: ConfiguredHook,
  { projectDirectory }: { readonly projectDirectory: string },
): string {
  const pluginRoot = origin.scope === "plugin" ? origin.root : undefined;
  const variables: Readonly<Record<string, string | undefined>> = {
    CLAUDE_PROJECT_DIR: projectDirectory,
    CLAUDE_PLUGIN_ROOT: pluginRoot,
    CLAUDE_PLUGIN_DATA: origin.pluginData,
  };
  const parts = JSON.stringify([handler.type, pluginRoot ?? null, ...handlerIdentity(handler)]);
  return parts.replaceAll(
    /\$\{(CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA))\}/g,
    (text, name: string) => variables[name] ?? text,
  );
}

/** Which of several identical hooks runs: a managed one, else the first in plan order. */
export const keptOf = (same: readonly ConfiguredHook[]): ConfiguredHook =>
  (same.find((hook) => hook.origin.scope === "managed") ?? same[0]) as ConfiguredHook;

/**
 * P4: the handler to run. A managed one is unchanged. Otherwise the later one
 * supplies the status message, and the stricter options win: a project can never
 * weaken a user's guard by repeating it.
 */
export function mergeHandlers(kept: ConfiguredHook, same: readonly ConfiguredHook[]): AnyHandler {
  if (same.length === 1 || kept.origin.scope === "managed") return kept.handler;
  const all = same.map(({ handler }) => handler);
  const statusMessage = all.findLast(
    (handler) => handler.statusMessage !== undefined,
  )?.statusMessage;
  const blocks = all.some((handler) => handler.onFailure === "block");
  const isAwaited = all.some((handler) => backgroundOf(handler) === "no");
  return {
    ...(isAwaited ? inForeground(kept.handler) : kept.handler),
    ...(statusMessage === undefined ? {} : { statusMessage }),
    ...(blocks ? { onFailure: "block" } : {}),
  } as AnyHandler;
}
