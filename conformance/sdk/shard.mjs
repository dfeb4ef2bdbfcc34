// node shard.mjs EXECUTABLE SHARD SHARDS [WORD]: plays every SHARDS-th feature whose name contains WORD, and prints what
// each showed as a line of JSON. Features change variables of their own process, so those of one process run in turn.
import { features } from "./cases/features.mjs";
import { world } from "./cases/harness.mjs";

const [executable, shard, shards, word = ""] = process.argv.slice(2);
const limitMs = 40_000;
// The SDK rejects promises of queries that a feature no longer waits for.
process.on("unhandledRejection", () => {});

for (const [index, { group, name, run }] of features.entries()) {
  const id = `${group}: ${name}`;
  if (index % Number(shards) !== Number(shard) || !id.includes(word)) continue;
  const place = await world(executable, { "trust-project": null });
  const tooLong = Promise.withResolvers();
  const timer = setTimeout(() => tooLong.reject(new Error(`took over ${limitMs} ms`)), limitMs);
  const facts = await Promise.race([run(place), tooLong.promise]).catch((error) => ({
    threw: String(error?.message ?? error).slice(0, 300),
  }));
  clearTimeout(timer);
  const stderr = place.stderr.join("").trim();
  await place.end();
  process.stdout.write(`${JSON.stringify({ id, facts, stderr })}\n`);
}
process.exit(0);
