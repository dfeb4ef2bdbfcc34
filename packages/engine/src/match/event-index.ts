import type { EventName } from "@snaphook/protocol";
import type { ConfiguredHook } from "../stages/snapshot.ts";

/** Finds the hooks whose matcher fits, without looking at the others. */
export interface EventIndex {
  /** The hooks of an event that match one of the values, in plan order. */
  find(event: EventName, values: readonly string[]): readonly ConfiguredHook[];
}

/** How many answers are remembered; values can be file names, so there is no end of them. */
const remembered = 512;

const none: readonly ConfiguredHook[] = Object.freeze([]);

/** Compiles the hooks that can run into an index. An answer is worked out once per value. */
export function compileIndex(hooks: readonly ConfiguredHook[]): EventIndex {
  const byEvent = Map.groupBy(
    hooks.filter((hook) => !hook.dormant),
    (hook) => hook.event,
  );
  const answers = new Map<string, readonly ConfiguredHook[]>();
  return {
    find(event, values) {
      const candidates = byEvent.get(event);
      if (!candidates) return none;
      const key = `${event} ${values.length === 1 ? values[0] : values.join("\n")}`;
      const known = answers.get(key);
      if (known) return known;
      const found = candidates.filter((hook) => matchesAny(hook, values));
      if (answers.size >= remembered) answers.clear();
      answers.set(key, found);
      return found;
    },
  };
}

/** Whether a hook's matcher takes one of the values; an event without values takes no matcher (M6). */
export const matchesAny = (hook: ConfiguredHook, values: readonly string[]): boolean =>
  values.length === 0 || values.some((value) => hook.matcher.test(value) !== "does-not-match");
