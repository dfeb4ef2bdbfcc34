import { type EventDefinition, events } from "@snaphook/protocol";

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(" ");

/** The table of events of the guide, made from their definitions. */
export function eventsTable(): string {
  const rows = Object.values<EventDefinition>(events).map((event) => [
    `\`${event.name}\``,
    event.when,
    event.matchesOn === undefined ? "–" : code([event.matchesOn]),
    event.canBlock ? event.block : "–",
    event.canBlock ? event.blockReaches : "–",
    event.refusable ? "yes" : "–",
    code(event.outputFields) || "–",
  ]);
  const head = [
    "event",
    "when",
    "matches on",
    "a block",
    "text to",
    "`onFailure`",
    "own fields of the answer",
  ];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
