// What a hook costs in hosts of 60, 200 and 500 MB: started by the host itself, and by the runner; beside bare processes from
// a host of the same size. And how long the host's event loop stands still meanwhile. Every size and way is a process of its
// own, because a host that has forked is slower for a while; they take turns.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requireBuild } from "./built.ts";
import { interleave, median, percentile, printTable, type Row, timed } from "./measure.ts";

const sizes = [60, 200, 500];
const widths = [1, 8];
const ways = ["bare", "alone", "runner"] as const;
type Way = (typeof ways)[number];
const rounds = Number(process.argv[2] ?? 60);
const warmUp = 5;
const input = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" };

/** How long a dispatch took, and every delay of a timer meanwhile, in milliseconds. */
interface Sample {
  readonly ms: number;
  readonly delays: readonly number[];
}

const megabytes = () => process.memoryUsage.rss() / 2 ** 20;

/** Objects as an agent has them, until the process has a size. */
function grow(size: number): readonly unknown[] {
  const kept: unknown[] = [];
  while (megabytes() < size)
    for (let count = 0; count < 1000; count++)
      kept.push({ number: count + Math.random(), text: `message ${Math.random()}`, list: [count] });
  return kept;
}

/** The work of a host, by the number of hooks. */
async function workOf(way: Way, folder: string, width: number): Promise<() => Promise<unknown>> {
  const lines = Array.from({ length: width }, (_, index) => `: ${index}; cat >/dev/null`);
  if (way === "bare") return () => Promise.all(lines.map((line) => bare(line, folder)));
  const { createHooks } = await import("@snaphook/engine");
  const hooks = await createHooks({
    cwd: folder,
    home: folder,
    managedFile: join(folder, "absent.json"),
    sessionId: "s1",
    runner: way === "runner",
    settings: JSON.stringify({
      hooks: { PreToolUse: [{ hooks: lines.map((command) => ({ type: "command", command })) }] },
    }),
  });
  while (hooks.config.runner().state === "starting") await sleep(10);
  return () => hooks.fire("PreToolUse", input);
}

function bare(command: string, folder: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], { cwd: folder, detached: true });
    child.stdout.on("data", () => {});
    child.stderr.on("data", () => {});
    child.stdin.on("error", () => {});
    child.on("close", () => resolve());
    child.stdin.end(JSON.stringify({ session_id: "s1", cwd: folder, ...input }));
  });
}

/** Does some work while a timer that is due every millisecond notes how late it is. */
async function sample(work: () => Promise<unknown>): Promise<Sample> {
  const delays: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delays.push(Math.max(0, now - last - 1));
    last = now;
  }, 1);
  const ms = await timed(work);
  await sleep(2);
  clearInterval(timer);
  return { ms, delays };
}

/** A host: answers each number of hooks with a sample. */
async function beHost(way: Way, size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "host-size-"));
  const works = new Map<number, () => Promise<unknown>>();
  for (const width of widths) works.set(width, await workOf(way, folder, width));
  const kept = grow(size);
  for (const work of works.values()) for (let time = 0; time < warmUp; time++) await work();
  process.send?.({ megabytes: kept.length === 0 ? megabytes() : Math.max(size, megabytes()) });
  process.on("message", async (width) =>
    process.send?.(await sample(works.get(Number(width)) ?? (async () => {}))),
  );
  process.on("disconnect", () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
}

async function ask(host: ChildProcess, width: number): Promise<Sample> {
  host.send(width);
  const [answer] = await once(host, "message");
  await sleep(10);
  return answer;
}

async function measure(size: number): Promise<readonly Row[]> {
  const hosts = ways.map((way) => fork(import.meta.filename, [String(rounds), way, String(size)]));
  const started = await Promise.all(hosts.map((host) => once(host, "message")));
  const sizeNow = Math.max(...started.map(([{ megabytes }]) => megabytes));
  const rows: Row[] = [];
  for (const width of widths) {
    const takers = Object.fromEntries(
      ways.map((way, index) => [way, () => ask(hosts[index] as ChildProcess, width)]),
    ) as Record<Way, () => Promise<Sample>>;
    const taken = await interleave(rounds, takers);
    const times = ways.map((way) => taken[way].map(({ ms }) => ms));
    const delays = ways.map((way) => taken[way].flatMap((one) => one.delays));
    rows.push([
      `${sizeNow.toFixed(0)} MB, ${width} ${width === 1 ? "hook" : "hooks"}`,
      ...times.flatMap((list) => [median(list), percentile(list, 10)]),
      ...delays.map((list) => percentile(list, 99)),
    ]);
  }
  for (const host of hosts) host.disconnect();
  return rows;
}

const [, , , way, size] = process.argv;
if (way === undefined) {
  requireBuild();
  const rows: Row[] = [];
  for (const one of sizes) rows.push(...(await measure(one)));
  printTable(
    "one dispatch, ms",
    [...ways.flatMap((name) => [name, "p10"]), ...ways.map((name) => `loop p99: ${name}`)],
    rows,
  );
} else await beHost(way as Way, Number(size));
