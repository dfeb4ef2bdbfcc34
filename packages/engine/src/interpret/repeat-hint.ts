import {
  asksModel,
  brand,
  definitionOf,
  type Profile,
  profiles,
  sampleInput,
  shellWord,
} from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import { settingsFlag } from "../text/settings-flag.ts";

/** How many characters of input a command may have: in a line for the user, and in the details of a run. */
const maxInputLength = { line: 200, details: 4000 };

/**
 * Section 9 of the contract: the command that fires the event of a hook again, with the same fields, plugin and profile;
 * `undefined` where a command cannot: hooks in code or front matter, MCP tools, a long input. The user fills in the
 * model, and settings that were given as JSON: they are long, and may contain secrets.
 */
export function repeatHint(
  { planned: { hook, handler, trustedByFlag } }: Pick<HookRun, "planned">,
  event: HookEvent,
  profile: Pick<Profile, "name">,
  place: keyof typeof maxInputLength = "line",
): string | undefined {
  const { run } = definitionOf(handler);
  const asks = asksModel(handler);
  if (run.by !== "process" && run.repeat === "never" && !asks) return undefined;
  const source = sourceFlags(hook);
  const about = inputFlags(event, maxInputLength[place]);
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

/** The fields of the event, without those that are the same in the sample that the command starts from. */
function inputFlags(
  { name, definition, input }: HookEvent,
  maxLength: number,
): readonly string[] | undefined {
  const { isAboutTool, inputFields } = definition;
  const tool = isAboutTool ? String(input["tool_name"]) : undefined;
  const sample = sampleInput(name, { tool, cwd: String(input["cwd"]) });
  const isOther = (field: string): boolean =>
    field in input && JSON.stringify(input[field]) !== JSON.stringify(sample[field]);
  const others = inputFields.filter(
    (field) => !["tool_name", "tool_input", "tool_use_id"].includes(field) && isOther(field),
  );
  const fields = Object.fromEntries(others.map((field) => [field, input[field]]));
  const call = input["tool_input"] ?? {};
  const given =
    tool === undefined ? fields : others.length === 0 ? call : { tool_input: call, ...fields };
  const json = JSON.stringify(given);
  if (json.length > maxLength) return undefined;
  const about = tool === undefined ? [] : ["--tool", tool];
  return tool === undefined && others.length === 0 ? [] : [...about, "--input", json];
}
