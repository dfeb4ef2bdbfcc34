// Writes the files that are made from the protocol; with --check, fails when one on disk is not what would be written.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonSchemas } from "@snaphook/protocol";
import { eventInputs, eventOutputs } from "./generate/event-types.ts";
import { formatted } from "./generate/formatted.ts";
import { eventFacts, examples } from "./generate/kit-data.ts";
import { toolTypes } from "./generate/tool-types.ts";

const root = join(import.meta.dirname, "..");
const schemas = "packages/protocol/schemas";
const protocol = "packages/protocol/src/generated";
const kit = "packages/kit/src/generated";

const generated = new Map<string, string>([
  ...[...jsonSchemas].map(
    ([name, schema]) =>
      [`${schemas}/${name}.json`, `${JSON.stringify(schema(), null, 2)}\n`] as const,
  ),
  ...[protocol, kit].flatMap((folder) => [
    source(`${folder}/event-inputs.ts`, eventInputs()),
    source(`${folder}/event-outputs.ts`, eventOutputs()),
  ]),
  source(`${kit}/tool-types.ts`, toolTypes()),
  source(`${kit}/event-facts.ts`, eventFacts()),
  source(`${kit}/examples.ts`, examples()),
]);

/** A source file, laid out as the others are. */
function source(path: string, text: string): [string, string] {
  const head =
    "// Made from the protocol by `npm run generate`: change the protocol, not this file.";
  return [path, formatted(path, `${head}\n${text}`)];
}

/** Folders in which nothing else is kept: what is there and no longer made goes. */
const listed = [schemas, protocol, kit].flatMap((folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
    : [],
);

const onDisk = (path: string): string | undefined =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;

const stale = [...new Set([...generated.keys(), ...listed])].filter(
  (path) => generated.get(path) !== onDisk(path),
);

if (process.argv.includes("--check")) {
  for (const path of stale) console.error(`${path} is stale: run npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const path of stale) {
    const text = generated.get(path);
    if (text === undefined) rmSync(join(root, path));
    else {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    console.log(`${text === undefined ? "removed" : "wrote"} ${path}`);
  }
}
