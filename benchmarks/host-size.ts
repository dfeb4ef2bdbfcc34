// What a hook costs in hosts of 60, 200 and 500 MB: started by the host itself, and by the runner; beside bare processes from
// the same host. And how long the host's event loop stands still meanwhile. Each size is a process of its own.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { requireBuild } from "./built.ts";
import { interleave, median, percentile, printTable, type Row, timed } from "./measure.ts";

const sizes = [60, 200, 500];
const widths = [1, 8];
const rounds = Number(process.argv[2] ?? 60);
const input = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" };

interface Measured {
  readonly megabytes: number;
  /** For each number of hooks and each way: milliseconds per dispatch, and delays of the event loop. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly delays: Readonly<Record<string, number>>;
}

const megabytes = () => process.memoryUsage.rss() / 2 ** 20;

/** Objects of all kinds, as an agent has them, until the process has a size. */
function grow(size: number): readonly unknown[] {
  const kept: unknown[] = [];
  while (megabytes() < size)
    for (let count = 0; count < 1000; count++)
      kept.push({
        number: count + Math.random(),
        text: `a message ${Math.random()}`,
        list: [count],
      });
  return kept;
}

async function measure(size: number): Promise<Measured> {
  const { createHooks } = await import("@snaphook/engine");
  const folder = mkdtempSync(join(tmpdir(), "host-size-"));
  const kept = grow(size);
  const stdin = JSON.stringify({ session_id: "s1", cwd: folder, ...input });
  const bare = (command: string) =>
    new Promise<void>((resolve) => {
      const child = spawn("/bin/sh", ["-c", command], { cwd: folder, detached: true });
      child.stdout.on("data", () => {});
      child.stderr.on("data", () => {});
      child.stdin.on("error", () => {});
      child.on("close", () => resolve());
      child.stdin.end(stdin);
    });
  const load = (lines: readonly string[], runner: boolean) =>
    createHooks({
      cwd: folder,
      home: folder,
      managedFile: join(folder, "absent.json"),
      sessionId: "s1",
      runner,
      settings: JSON.stringify({
        hooks: { PreToolUse: [{ hooks: lines.map((command) => ({ type: "command", command })) }] },
      }),
    });
  const times: Record<string, readonly number[]> = {};
  const delays: Record<string, number> = {};
  for (const width of widths) {
    const lines = Array.from({ length: width }, (_, index) => `: ${index}; cat >/dev/null`);
    const [alone, withRunner] = [await load(lines, false), await load(lines, true)];
    while (withRunner.config.runner().state === "starting") await sleep(10);
    const ways = {
      bare: () => Promise.all(lines.map(bare)),
      alone: () => alone.fire("PreToolUse", input),
      runner: () => withRunner.fire("PreToolUse", input),
    };
    const watched = Object.fromEntries(
      Object.entries(ways).map(([way, work]) => {
        const delay = monitorEventLoopDelay({ resolution: 1 });
        const take = async () => {
          await sleep(5);
          delay.enable();
          const ms = await timed(work);
          // The timer that measures the delay fires once more.
          await sleep(2);
          delay.disable();
          delays[`${width} ${way}`] = delay.percentile(99) / 1e6 - 1;
          return ms;
        };
        return [way, take];
      }),
    );
    for (const work of Object.values(ways)) for (let warm = 0; warm < 5; warm++) await work();
    const taken = await interleave(rounds, watched);
    for (const [way, list] of Object.entries(taken)) times[`${width} ${way}`] = list;
    await Promise.all([alone.close(), withRunner.close()]);
  }
  rmSync(folder, { recursive: true, force: true });
  return { megabytes: kept.length < 0 ? 0 : megabytes(), times, delays };
}

function rowsOf({ megabytes: size, times, delays }: Measured): readonly Row[] {
  return widths.map((width): Row => {
    const of = (way: string) => times[`${width} ${way}`] ?? [];
    const ways = ["bare", "alone", "runner"];
    return [
      `${size.toFixed(0)} MB, ${width} ${width === 1 ? "hook" : "hooks"}`,
      ...ways.flatMap((way) => [median(of(way)), percentile(of(way), 95)]),
      ...ways.map((way) => delays[`${width} ${way}`] ?? Number.NaN),
    ];
  });
}

const asHost = process.argv[3];
if (asHost === undefined) {
  requireBuild();
  const measured = sizes.map((size): Measured => {
    const args = [...process.execArgv, import.meta.filename, String(rounds), String(size)];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  });
  printTable(
    "one dispatch, ms",
    [...["bare", "p95", "alone", "p95", "runner", "p95"], ...["loop p99: bare", "alone", "runner"]],
    measured.flatMap(rowsOf),
  );
} else console.log(JSON.stringify(await measure(Number(asHost))));
