// What a dispatch costs above the processes it starts: beside one bare function that starts the same ones.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bareShell } from "./bare-process.ts";
import { requireBuild } from "./built.ts";
import {
  differences,
  interleave,
  median,
  percentile,
  printTable,
  type Row,
  timed,
} from "./measure.ts";

const pairs = Number(process.argv[2] ?? 1000);
const repetitions = 3;

requireBuild();
const { createHooks } = await import("@snaphook/engine");
const folder = mkdtempSync(join(tmpdir(), "engine-bench-"));
const input = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_01" };

const load = (hooks: readonly object[], more: object = {}) =>
  createHooks({
    cwd: folder,
    home: folder,
    managedFile: join(folder, "absent.json"),
    sessionId: "s1",
    settings: JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }),
    ...more,
  });
const commands = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => `: ${index}; ${text}`);
const stdin = `${JSON.stringify({ session_id: "s1", cwd: folder, hook_event_name: "PreToolUse", ...input })}\n`;

const bareShells = (lines: readonly string[]) =>
  Promise.all(lines.map((line) => bareShell(line, { cwd: folder, stdin })));

/** Median of paired differences, beside the baseline against itself; the best of three repetitions. */
async function overhead(count: number): Promise<Row> {
  const lines = commands(count, "cat >/dev/null");
  const hooks = await load(lines.map((command) => ({ type: "command", command })));
  const once = () => timed(() => bareShells(lines));
  const results: number[] = [];
  let shown: Row = ["", 0];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const taken = await interleave(Math.ceil(pairs / (count === 1 ? 1 : 2)), {
      engine: () => timed(() => hooks.fire("PreToolUse", input)),
      baseline: once,
      again: once,
    });
    const above = median(differences(taken.engine, taken.baseline));
    const self = median(differences(taken.again, taken.baseline));
    results.push(above - self);
    if (above - self <= Math.min(...results))
      shown = [
        `${count} ${count === 1 ? "hook" : "hooks"}`,
        median(taken.engine).toFixed(2),
        median(taken.baseline).toFixed(2),
        self.toFixed(3),
        (above - self).toFixed(3),
        count === 1 ? "0.3" : "0.8",
      ];
  }
  await hooks.close();
  return shown;
}

async function parallel(): Promise<Row> {
  const lines = commands(20, "true");
  const hooks = await load(lines.map((command) => ({ type: "command", command })));
  const taken = await interleave(100, {
    engine: () => timed(() => hooks.fire("PreToolUse", input)),
    baseline: () => timed(() => bareShells(lines)),
  });
  await hooks.close();
  const ratio = median(taken.engine) / median(taken.baseline);
  return ["20 × true", median(taken.engine), median(taken.baseline), ratio.toFixed(3), "1.15"];
}

async function callback(): Promise<Row> {
  const hooks = await load([], { hooks: { PreToolUse: [{ hooks: [() => undefined] }] } });
  const times: number[] = [];
  for (let call = 0; call < 20_000; call++)
    times.push(await timed(() => hooks.fire("PreToolUse", input)));
  await hooks.close();
  const warm = times.slice(2000).map((time) => time * 1000);
  return ["a callback hook", median(warm), percentile(warm, 95), "30"];
}

/** P17: the same script started cold and waiting for its input. */
async function warmed(program: string, file: string, source: string, limit: string): Promise<Row> {
  writeFileSync(join(folder, file), source);
  const handler = { type: "command", command: `exec ${program} ${join(folder, file)}` };
  const cold = await load([handler]);
  const warm = await load([{ ...handler, prewarm: true }]);
  const spaced = async (hooks: typeof cold) => {
    await sleep(300);
    return timed(() => hooks.fire("PreToolUse", input));
  };
  const taken = await interleave(25, { cold: () => spaced(cold), warm: () => spaced(warm) });
  const burst = async () => {
    await sleep(300);
    return timed(async () => {
      for (let call = 0; call < 5; call++) await warm.fire("PreToolUse", input);
    });
  };
  const bursts = await interleave(5, { burst });
  await Promise.all([cold.close(), warm.close()]);
  const ratio = median(taken.cold) / median(taken.warm.slice(1));
  return [
    program,
    median(taken.cold),
    median(taken.warm.slice(1)),
    `${ratio.toFixed(1)} ×`,
    limit,
    median(bursts.burst),
  ];
}

try {
  printTable(
    "one dispatch, ms",
    ["engine", "baseline", "baseline − itself", "above it", "limit"],
    [await overhead(1), await overhead(8)],
  );
  printTable("in parallel, ms", ["engine", "baseline", "ratio", "limit"], [await parallel()]);
  printTable("in process, µs", ["median", "p95", "limit"], [await callback()]);
  printTable(
    "prewarmed, ms",
    ["cold", "prewarmed", "faster", "at least", "burst of 5"],
    [
      await warmed(
        "node",
        "hook.mjs",
        "process.stdin.resume(); process.stdin.on('end', () => {});\n",
        "4 ×",
      ),
      await warmed("python3", "hook.py", "import sys, json, re, os\nsys.stdin.read()\n", "8 ×"),
    ],
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
