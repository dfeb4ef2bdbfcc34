import {
  asksModel,
  brand,
  definitionOf,
  type Profile,
  profiles,
  shellWord,
} from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import { settingsFlag } from "../text/settings-flag.ts";

/** A longer input does not fit in a line for the user. */
const maxInputLength = 200;

/**
 * Section 9 of the contract: the command that runs a hook again, with the same tool, input, plugin and profile;
 * `undefined` where a command cannot: hooks in code or front matter, MCP tools, a long input. The user fills in the
 * model, and settings that were given as JSON: they are long, and may contain secrets.
 */
export function repeatHint(
  { planned: { hook, handler, trustedByFlag } }: HookRun,
  event: HookEvent,
  profile: Pick<Profile, "name">,
): string | undefined {
  const { run } = definitionOf(handler);
  const asks = asksModel(handler);
  if (run.by !== "process" && run.repeat === "never" && !asks) return undefined;
  const source = sourceFlags(hook);
  const about = inputFlags(event);
  if (source === undefined || about === undefined) return undefined;
  const model = asks ? ["--model", "MODEL"] : [];
  const trust = trustedByFlag ? ["--trust-project"] : [];
  const judged = profile.name === profiles.reference.name ? [] : ["--profile", profile.name];
  const flags = [...about, ...source, ...judged, ...trust, ...model];
  const words = [brand.command, "run", event.name, ...flags];
  const isText = hook.source.file === settingsFlag;
  return `${words.map(shellWord).join(" ")}${isText ? ` with the same ${settingsFlag}` : ""}`;
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
      return source.file === settingsFlag ? [] : [settingsFlag, source.file];
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
