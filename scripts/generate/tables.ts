import { type EventDefinition, type EventName, eventNames, events } from "@snaphook/protocol";

const definitions = Object.values<EventDefinition>(events);

/** The table of events in the guide. */
export const eventsTable = (): string =>
  table(
    [
      "event",
      "when",
      "matches on",
      "a block",
      "text to",
      "`onFailure`",
      "own fields of the answer",
    ],
    definitions.map((event) => [
      code([event.name]),
      event.when,
      event.matchesOn === undefined ? "–" : code([event.matchesOn]),
      event.canBlock ? event.block : "–",
      event.canBlock ? event.blockReaches : "–",
      event.refusable ? "yes" : "–",
      code(event.outputFields) || "–",
    ]),
  );

/** The table of the kit's replies; events with the same replies share a row. */
export async function repliesTable(): Promise<string> {
  // Imported late: the kit's sources need the files that are generated before.
  const { repliesOf } = await import("../../packages/kit/src/replies.ts");
  const names = (event: EventName) => Object.keys(repliesOf(event, { exportVariable() {} }));
  const shared = names("SessionEnd");
  const rows = Map.groupBy(eventNames, (event) =>
    code(names(event).filter((name) => !shared.includes(name))),
  );
  return table(
    ["event", "replies"],
    [...rows].map(([replies, group]) => [group.join(", "), replies || "–"]),
  );
}

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(" ");

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
