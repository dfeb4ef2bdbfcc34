import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EventDefinition } from "@snaphook/protocol";
import { parse } from "yaml";
import { readTestTitles } from "../check-rules/test-titles.ts";

/** How the agent comes to fire an event with one value of its matcher, or why it never does. */
interface Row {
  /** What makes the agent fire it. */
  readonly how?: string;
  /** The test that reaches it: `FILE > TITLE`. */
  readonly test?: string;
  /** Why the agent never fires it. */
  readonly never?: string;
}

/** What docs/events.yaml says about an event: one row, or one for each value of its matcher. */
interface Entry extends Row {
  /** `"*"` is every value without its own row. */
  readonly values?: Readonly<Record<string, Row>>;
}

export type Entries = Readonly<Record<string, Entry>>;

export const readEntries = (root: string): Entries =>
  parse(readFileSync(join(root, "docs/events.yaml"), "utf8"));

/** One line of the page. */
export interface ReachedValue extends Row {
  readonly event: string;
  readonly value: string;
}

/** All lines, in the order of the table of events: known values first, then others that the entry names. */
export function reachedValues(
  definitions: readonly EventDefinition[],
  entries: Entries,
): readonly ReachedValue[] {
  return definitions.flatMap((definition) => {
    const { name: event } = definition;
    const { values, ...row } = entries[event] ?? {};
    const lines = valuesOf(definition, values ?? {}).map((value) => ({
      event,
      value,
      ...(values?.[value] ?? values?.["*"]),
    }));
    return lines.length === 0 ? [{ event, value: "", ...row }] : lines;
  });
}

function valuesOf({ knownValues }: EventDefinition, values: Entry["values"]): readonly string[] {
  const named = Object.keys(values ?? {}).filter((value) => value !== "*");
  return [...new Set([...knownValues, ...named])];
}

/** What is missing or wrong: an event or value that is neither reached by a test that exists nor explained. */
export function problemsOf(
  definitions: readonly EventDefinition[],
  entries: Entries,
  root: string,
): readonly string[] {
  const titles = titlesIn(root);
  const lines = reachedValues(definitions, entries).flatMap((line) =>
    problemOf(line, titles).map(
      (problem) => `${[line.event, line.value].filter(Boolean).join(" ")}: ${problem}`,
    ),
  );
  const names = definitions.map(({ name }) => name);
  const unknown = Object.keys(entries).filter((name) => !names.includes(name));
  const wrongValues = definitions
    .filter(({ openValues }) => !openValues)
    .flatMap(({ name, knownValues, furtherValues }) =>
      Object.keys(entries[name]?.values ?? {})
        .filter((value) => value !== "*" && ![...knownValues, ...furtherValues].includes(value))
        .map((value) => `${name} ${value}: the event has no such value`),
    );
  return [...lines, ...unknown.map((name) => `${name}: unknown event`), ...wrongValues];
}

type Titles = (file: string) => readonly string[] | undefined;

function titlesIn(root: string): Titles {
  const read = new Map<string, readonly string[] | undefined>();
  return (file) => {
    const path = join(root, file);
    if (!read.has(file))
      read.set(
        file,
        existsSync(path) ? readTestTitles(readFileSync(path, "utf8")).titles : undefined,
      );
    return read.get(file);
  };
}

function problemOf({ how, test, never }: ReachedValue, titles: Titles): readonly string[] {
  if (never !== undefined)
    return how === undefined && test === undefined ? [] : ["it has a test and a reason why not"];
  if (!how || !test) return ["it needs how and test, or never"];
  const { file, title } = splitTest(test);
  const found = titles(file);
  if (!found) return [`there is no file ${file}`];
  return found.includes(title) ? [] : [`${file} has no test "${title}"`];
}

/** The two halves of `FILE > TITLE`. */
export function splitTest(test: string): { readonly file: string; readonly title: string } {
  const at = test.indexOf(" > ");
  return { file: test.slice(0, at), title: test.slice(at + 3) };
}

/** The table of the page. */
export function reachedTable(lines: readonly ReachedValue[]): string {
  const rows = lines.map(({ event, value, how, test, never }, index) => {
    const isFirst = lines[index - 1]?.event !== event;
    const cells = [isFirst ? `**${event}**` : "", value === "" ? "" : `\`${value}\``];
    return [...cells, never === undefined ? (how ?? "") : `never: ${never}`, linkTo(test)];
  });
  const head = ["event", "value", "what makes the agent fire it", "test"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function linkTo(test: string | undefined): string {
  if (test === undefined) return "–";
  const { file, title } = splitTest(test);
  return `[${title.replaceAll("|", "\\|")}](../${file})`;
}
