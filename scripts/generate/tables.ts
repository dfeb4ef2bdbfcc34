import {
  type EventDefinition,
  type EventName,
  eventNames,
  events,
  isBlockable,
  isRefusable,
  type Profile,
  profiles,
} from "@snaphook/protocol";
import type { JsonSchema } from "./typescript-of.ts";

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

/** The table of events for embedders. */
export const outcomesTable = (): string =>
  table(
    ["event", "fire it when", "outcome", "what to do"],
    definitions.map(({ name, when, outcome, hostShould }) => [
      code([name]),
      when,
      outcome,
      hostShould,
    ]),
  );

/** The tables of the contract: the core events with their rules, and the later ones. */
export const contractTable = (which: "core" | "extended"): string => {
  const head = [
    "event",
    "when",
    "matches on",
    "extra input fields",
    "block",
    "text to",
    "refusable",
    "own output fields",
  ];
  const isCore = which === "core";
  const rows = definitions
    .filter(({ rule }) => (rule !== "extended") === isCore)
    .map((event) => [...(isCore ? [anchored(event.rule)] : []), ...contractRow(event)]);
  return table(isCore ? ["id", ...head] : head, rows);
};

/** A rule that other pages can link to. */
const anchored = (rule: string): string => `<a id="${rule.toLowerCase()}"></a>**${rule}**`;

function contractRow(event: EventDefinition): readonly string[] {
  const { name, when, matchesOn, knownValues, isAboutTool, inputFields, outputFields } = event;
  const values = isAboutTool || knownValues.length === 0 ? "" : `: ${knownValues.join(", ")}`;
  const { required = [] } = event.input.toJsonSchema() as JsonSchema;
  const fields = inputFields.map((field) => (required.includes(field) ? field : `${field}?`));
  return [
    event.recorded ? name : `${name} †`,
    when,
    matchesOn === undefined ? "–" : `${code([matchesOn])}${values}`,
    code(fields),
    byProfile(event, isBlockable, event.canBlock ? event.block : "nothing"),
    event.canBlock ? event.blockReaches : "user",
    byProfile(event, isRefusable, event.failureRefuses ? "always" : event.refusable ? "yes" : "no"),
    code(outputFields) || "–",
  ];
}

/** What holds in every profile, or that it does not. */
function byProfile(
  event: EventDefinition,
  holds: (event: EventDefinition, profile: Profile) => boolean,
  text: string,
): string {
  const answers = new Set(Object.values(profiles).map((profile) => holds(event, profile)));
  return answers.size > 1 ? "depends on the profile" : text;
}

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
