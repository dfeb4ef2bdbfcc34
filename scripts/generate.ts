// Writes the files that are made from the protocol; with --check, fails when one on disk is not what would be written.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonSchemas } from "@snaphook/protocol";

const folder = join(import.meta.dirname, "../packages/protocol/schemas");
const generated = new Map<string, string>();
for (const [name, schema] of jsonSchemas)
  generated.set(`${name}.json`, `${JSON.stringify(schema(), null, 2)}\n`);

mkdirSync(folder, { recursive: true });
const onDisk = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
);
const stale = [...new Set([...generated.keys(), ...onDisk.keys()])].filter(
  (name) => generated.get(name) !== onDisk.get(name),
);

if (process.argv.includes("--check")) {
  for (const name of stale)
    console.error(`packages/protocol/schemas/${name} is stale: run npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const name of stale) {
    const text = generated.get(name);
    if (text === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), text);
    console.log(`${text === undefined ? "removed" : "wrote"} packages/protocol/schemas/${name}`);
  }
}
