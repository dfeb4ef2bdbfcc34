import { brand, definitionOf, shellWord } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";

/** A longer input does not fit in a line for the user. */
const maxInputLength = 200;

/**
 * Section 9 of the contract: the command that runs a hook again, with the same tool, input and plugin;
 * `undefined` where a command cannot: hooks in code or front matter, hooks that ask a model, settings given as JSON,
 * a long input.
 */
export function repeatHint(
  { planned: { hook, handler } }: HookRun,
  event: HookEvent,
): string | undefined {
  const { run } = definitionOf(handler);
  if (run.by !== "process" && run.repeat === "never") return undefined;
  const source = sourceFlags(hook);
  const about = inputFlags(event);
  if (source === undefined || about === undefined) return undefined;
  return [brand.command, "run", event.name, ...about, ...source].map(shellWord).join(" ");
}

/** The flags without which the hook would not be loaded. */
function sourceFlags({ origin, source }: ConfiguredHook): readonly string[] | undefined {
  switch (origin.scope) {
    case "managed":
    case "user":
    case "project":
    case "local":
      return [];
    case "settings-flag":
      return source.file === "--settings" ? undefined : ["--settings", source.file];
    case "plugin":
      return origin.root === undefined ? undefined : ["--plugin-dir", origin.root];
    default:
      return undefined;
  }
}

function inputFlags({ definition, input }: HookEvent): readonly string[] | undefined {
  if (!definition.isAboutTool) return [];
  const { tool_name, tool_input } = input;
  const json = JSON.stringify(tool_input ?? {});
  return json.length > maxInputLength ? undefined : ["--tool", String(tool_name), "--input", json];
}
