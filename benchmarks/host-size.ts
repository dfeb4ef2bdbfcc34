// What a hook costs in hosts of 60, 200 and 500 MB: started by the host itself, and by the runner; beside bare processes from
// a host of the same size. And how long the host's event loop stands still meanwhile. Every size and way is a process of its
// own, because a host that has forked is slower for a while; they take turns.
// npm exec -c 'node benchmarks/host-size.ts [ROUNDS]'
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "rolldown";
import { requireBuild } from "./built.ts";
import { interleave, median, percentile, printTable, type Row } from "./measure.ts";

/** How the processes are started: without the engine, by the host itself, or by the runner. */
const ways = ["bare", "alone", "runner"] as const;
export type Way = (typeof ways)[number];

export interface Sample {
  /** How long the dispatch took. */
  readonly ms: number;
  /** Every delay of a timer meanwhile, in milliseconds. */
  readonly delays: readonly number[];
  /** The size of the host, and how many objects it keeps for that. */
  readonly megabytes: number;
  readonly objects: number;
}

const widths = [1, 8];
const rounds = Number(process.argv[2] ?? 60);
/** A host grows while it works, so that of 60 MB is replaced after a few rounds. */
const roundsOfSmallHost = 4;
const sizes = [60, 200, 500];

/** The host as plain JavaScript: to read TypeScript takes 20 MB. */
async function buildHost(folder: string): Promise<string> {
  const { output } = await build({
    input: join(import.meta.dirname, "host-of-size.ts"),
    platform: "node",
    output: { format: "esm" },
    write: false,
  });
  const file = join(folder, "host.mjs");
  writeFileSync(file, output[0].code);
  return file;
}

async function startHost(file: string, way: Way, size: number, width: number) {
  const args = [way, String(size), import.meta.resolve("@snaphook/engine"), String(width)];
  const host = fork(file, args, { execArgv: ["--max-semi-space-size=1"] });
  await once(host, "message");
  return host;
}

async function ask(host: ChildProcess): Promise<Sample> {
  host.send("work");
  const [answer] = await once(host, "message");
  await sleep(10);
  return answer;
}

/** Samples of one size and width, by way. */
async function measure(file: string, size: number, width: number) {
  const perHost = size <= 60 ? roundsOfSmallHost : rounds;
  const all: Record<Way, Sample[]> = { bare: [], alone: [], runner: [] };
  for (let done = 0; done < rounds; done += perHost) {
    const hosts = await Promise.all(ways.map((way) => startHost(file, way, size, width)));
    const takers = Object.fromEntries(
      ways.map((way, index) => [way, () => ask(hosts[index] as ChildProcess)]),
    ) as Record<Way, () => Promise<Sample>>;
    const taken = await interleave(Math.min(perHost, rounds - done), takers);
    for (const way of ways) all[way].push(...taken[way]);
    for (const host of hosts) host.disconnect();
  }
  return all;
}

function rowOf(width: number, samples: Record<Way, readonly Sample[]>): Row {
  const size = median(ways.flatMap((way) => samples[way].map(({ megabytes }) => megabytes)));
  const times = ways.map((way) => samples[way].map(({ ms }) => ms));
  const delays = ways.map((way) => samples[way].flatMap((one) => one.delays));
  return [
    `${size.toFixed(0)} MB, ${width} ${width === 1 ? "hook" : "hooks"}`,
    ...times.flatMap((list) => [median(list), percentile(list, 10)]),
    ...delays.map((list) => percentile(list, 99)),
  ];
}

requireBuild();
const folder = mkdtempSync(join(tmpdir(), "host-size-"));
try {
  const file = await buildHost(folder);
  const rows: Row[] = [];
  for (const size of sizes)
    for (const width of widths) rows.push(rowOf(width, await measure(file, size, width)));
  printTable(
    "one dispatch, ms",
    [...ways.flatMap((name) => [name, "p10"]), ...ways.map((name) => `loop p99: ${name}`)],
    rows,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
