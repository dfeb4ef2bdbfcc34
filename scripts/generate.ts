// Writes the files that are generated from the protocol, the agent's tools, the recipes, the runner's program and the page of `trace`; with --check, fails if one on disk is stale.
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type EventDefinition, events, jsonSchemas } from "@snaphook/protocol";
import { attacksTable } from "./attack/attacks-table.ts";
import { eventInputs, eventOutputs } from "./generate/event-types.ts";
import { problemsOf, reachedTable, reachedValues, readEntries } from "./generate/events-page.ts";
import { fillPage } from "./generate/fill-page.ts";
import { formatted } from "./generate/formatted.ts";
import { eventFacts, examples } from "./generate/kit-data.ts";
import { recipes } from "./generate/recipes.ts";
import { runnerSource } from "./generate/runner-source.ts";
import { contractTable, eventsTable, outcomesTable, repliesTable } from "./generate/tables.ts";
import { toolInputSchemas } from "./generate/tool-input-schemas.ts";
import { toolTypes } from "./generate/tool-types.ts";
import { tracePage } from "./generate/trace-page.ts";

const root = join(import.meta.dirname, "..");
const schemas = "packages/protocol/schemas";
const protocol = "packages/protocol/src/generated";
const kit = "packages/kit/src/generated";
const engine = "packages/engine/src/generated";
const agent = "packages/agent/src/generated";
const bench = "packages/bench/src/generated";

/** Path and text of a generated file. */
type Generated = readonly [string, string];

/** A source file, laid out as the others are. */
function source(path: string, text: string, from = "the protocol"): Generated {
  const head = `// Made from ${from} by \`npm run generate\`: change ${from}, not this file.`;
  return [path, formatted(path, `${head}\n${text}`)];
}

const read = (path: string): string | undefined =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;

function write(path: string, text: string | undefined): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  if (text === undefined) rmSync(file);
  else writeFileSync(file, text);
}

/** Writes files that are stale or, with --check, reports them. `folders` contain generated files only: others are removed. */
function bringUpToDate(files: readonly Generated[], folders: readonly string[] = []): void {
  const generated = new Map(files);
  const found = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`));
  for (const path of new Set([...generated.keys(), ...found])) {
    const text = generated.get(path);
    if (text === read(path)) continue;
    if (process.argv.includes("--check")) {
      console.error(`${path} is stale: run npm run generate`);
      process.exitCode = 1;
    } else {
      write(path, text);
      console.log(`${text === undefined ? "removed" : "wrote"} ${path}`);
    }
  }
}

bringUpToDate(
  [
    ...[...jsonSchemas].map(
      ([name, schema]): Generated => [
        `${schemas}/${name}.json`,
        `${JSON.stringify(schema(), null, 2)}\n`,
      ],
    ),
    ...[protocol, kit].flatMap((folder) => [
      source(`${folder}/event-inputs.ts`, eventInputs()),
      source(`${folder}/event-outputs.ts`, eventOutputs()),
    ]),
    source(`${kit}/tool-types.ts`, toolTypes()),
    source(`${kit}/event-facts.ts`, eventFacts()),
    source(`${kit}/examples.ts`, examples()),
    source(`${agent}/tool-input-schemas.ts`, toolInputSchemas(), "the tools"),
    source(`${bench}/recipes.ts`, recipes(), "examples/recipes"),
    source(`${bench}/trace-page.ts`, await tracePage(), "trace/page"),
    source(`${engine}/runner-source.ts`, await runnerSource(), "run/runner/runner-program.ts"),
  ],
  [schemas, protocol, kit, engine, agent, bench],
);

const definitions = Object.values<EventDefinition>(events);
const entries = readEntries(root);
for (const problem of problemsOf(definitions, entries, root)) {
  console.error(`docs/events.yaml: ${problem}`);
  process.exitCode = 1;
}

const tables = new Map([
  ["reached-events", reachedTable(reachedValues(definitions, entries))],
  ["events", eventsTable()],
  ["outcomes", outcomesTable()],
  ["core-events", contractTable("core")],
  ["extended-events", contractTable("extended")],
  ["replies", await repliesTable()],
  ["attacks", attacksTable()],
]);
const pages = globSync(["docs/*.md", "packages/*/README.md", "README.md"], { cwd: root });
bringUpToDate(pages.map((path): Generated => [path, fillPage(read(path) ?? "", tables)]));
