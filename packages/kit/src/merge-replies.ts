import type { HookOutput } from "./generated/event-outputs.ts";
import type { EventName } from "./inputs.ts";
import type { Reply } from "./outputs.ts";

/** Fields that several replies may fill; each text goes on its own line. */
const joined: ReadonlySet<string> = new Set(["additionalContext", "systemMessage"]);

/**
 * Several replies as one. Throws if two contradict each other: guessing which one is right could let something
 * through.
 */
export function mergeReplies<Name extends EventName>(
  event: Name,
  replies: readonly Reply<Name>[],
): Reply<Name> {
  const { hookSpecificOutput, ...fields } = mergeFields(replies.map(({ output }) => output ?? {}));
  const own = mergeFields(replies.map(({ output }) => output?.hookSpecificOutput ?? {}));
  const output = {
    ...fields,
    ...(hookSpecificOutput === undefined ? {} : { hookSpecificOutput: own }),
  };
  const texts = replies.flatMap(({ blockText }) => (blockText === undefined ? [] : [blockText]));
  return {
    event,
    ...(Object.keys(output).length === 0 ? {} : { output: output as object as HookOutput<Name> }),
    ...(texts.length === 0 ? {} : { blockText: texts.join("\n") }),
  };
}

function mergeFields(objects: readonly object[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  const entries = objects.flatMap((object) => Object.entries(object));
  for (const [key, value] of entries)
    if (value !== undefined) merged[key] = both(key, merged[key], value);
  return merged;
}

function both(key: string, before: unknown, value: unknown): unknown {
  if (before === undefined || before === value || key === "hookSpecificOutput") return value;
  if (joined.has(key)) return `${before}\n${value}`;
  throw new Error(contradiction(key, before, value));
}

const contradiction = (key: string, one: unknown, other: unknown): string =>
  `two replies contradict each other: ${key} is ${JSON.stringify(one)} in one and ${JSON.stringify(other)} in the other`;
