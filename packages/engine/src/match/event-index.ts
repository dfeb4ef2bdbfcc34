import type { EventName } from "@snaphook/protocol";
import type { ConfiguredHook, EventIndex } from "../stages/snapshot.ts";
import type { Matcher } from "./matcher.ts";
import { requiredText } from "./required-text.ts";

/** How many answers are cached; values can be file names, so their number has no limit. */
const maxAnswers = 512;

const none: readonly ConfiguredHook[] = Object.freeze([]);

/** Compiles the hooks that can run into an index, each event when it is first asked for. An answer is computed once per value. */
export function compileIndex(hooks: readonly ConfiguredHook[]): EventIndex {
  const awake = hooks.filter((hook) => !hook.dormant);
  const byEvent = Map.groupBy(awake, (hook) => hook.event);
  const indexes = new Map<EventName, MatcherIndex>();
  const indexOf = (event: EventName): MatcherIndex | undefined => {
    const found = byEvent.get(event);
    if (!found) return undefined;
    const index = indexes.get(event) ?? indexMatchers(found);
    indexes.set(event, index);
    return index;
  };
  const answers = new Map<string, readonly ConfiguredHook[]>();
  return {
    find(event, values) {
      const index = indexOf(event);
      if (!index) return none;
      const key = `${event} ${values.length === 1 ? values[0] : values.join("\n")}`;
      const known = answers.get(key);
      if (known) return known;
      const found = select(index, values);
      if (answers.size >= maxAnswers) answers.clear();
      answers.set(key, found);
      return found;
    },
  };
}

/** The hooks of one event by matcher; numbers are positions in plan order. */
interface MatcherIndex {
  readonly hooks: readonly ConfiguredHook[];
  /** Hooks with a list of names, under each name: one lookup, however many there are. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Every other matcher must be tested, but identical ones only once. */
  readonly others: readonly SharedMatcher[];
}

/** A matcher and the hooks that have it. */
interface SharedMatcher {
  readonly matcher: Matcher;
  /** A value without this text cannot match, so it is not tested. */
  readonly text: string;
  readonly positions: number[];
}

function indexMatchers(hooks: readonly ConfiguredHook[]): MatcherIndex {
  const byName = new Map<string, number[]>();
  const others = new Map<string, SharedMatcher>();
  for (const [position, { matcher }] of hooks.entries()) {
    if (matcher.kind === "names") {
      for (const name of matcher.names) {
        const positions = byName.get(name);
        if (positions) positions.push(position);
        else byName.set(name, [position]);
      }
      continue;
    }
    const { kind, pattern = "" } = matcher;
    const same = others.get(pattern);
    const text = kind === "expression" ? requiredText(pattern) : "";
    if (same) same.positions.push(position);
    else others.set(pattern, { matcher, text, positions: [position] });
  }
  return { hooks, byName, others: [...others.values()] };
}

/** The hooks that match one of the values; an event without values ignores matchers (M6). */
function select(index: MatcherIndex, values: readonly string[]): readonly ConfiguredHook[] {
  if (values.length === 0) return index.hooks;
  const positions = new Set(values.flatMap((value) => positionsFor(index, value)));
  if (positions.size === 0) return none;
  return index.hooks.filter((_, position) => positions.has(position));
}

function positionsFor({ byName, others }: MatcherIndex, value: string): readonly number[] {
  const fitting = others.filter(
    ({ matcher, text }) => value.includes(text) && matcher.test(value) !== "does-not-match",
  );
  return [...(byName.get(value) ?? []), ...fitting.flatMap(({ positions }) => positions)];
}
