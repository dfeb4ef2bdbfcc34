/** A group of hooks, with the fields that benchmarks use. */
interface Group {
  readonly matcher: string;
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
}

/**
 * The given number of hooks, each in its own group with its own matcher, by event.
 * Of ten, seven are for PreToolUse (four lists of names, three expressions) and three for other events;
 * every fourth has an `if`. None matches Bash.
 */
export function manyHooks(count: number, prefix: string): Readonly<Record<string, Group[]>> {
  const groups = Array.from({ length: count }, (_, index) => {
    const name = `${prefix}${index}`;
    const condition = index % 4 === 0 ? { if: `Edit(./src/${name}/**)` } : {};
    const handler = { type: "command", command: `./check-${name}.sh`, timeout: 30, ...condition };
    return { event: eventOf(index), group: { matcher: matcherOf(index, name), hooks: [handler] } };
  });
  const byEvent = Object.groupBy(groups, ({ event }) => event);
  return Object.fromEntries(
    Object.entries(byEvent).map(([event, found = []]) => [event, found.map(({ group }) => group)]),
  );
}

const eventOf = (index: number): string =>
  ["PostToolUse", "PostToolUseFailure", "PermissionRequest"][(index % 10) - 7] ?? "PreToolUse";

function matcherOf(index: number, name: string): string {
  const expressions: Readonly<Record<number, string>> = {
    4: `^mcp__${name}__.*`,
    5: `mcp__${name}__(read|write).*`,
    6: `(Edit|Write|mcp__${name}__save)$`,
    7: `^mcp__.*__${name}$`,
  };
  return expressions[index % 10] ?? `Edit|Write|mcp__${name}__read|mcp__${name}__write`;
}
