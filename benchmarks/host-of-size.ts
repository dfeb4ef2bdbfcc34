// A host of a given size, for host-size.ts: WAY SIZE ENGINE WIDTH. Answers every message with a sample.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type * as Engine from "@snaphook/engine";
import { bareShell } from "./bare-process.ts";
import type { Sample, Way } from "./host-size.ts";
import { timed } from "./measure.ts";

const warmUp = 2;
const input = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" };
const megabytes = () => process.memoryUsage.rss() / 2 ** 20;

/** Objects as an agent has them, until the process has a size. */
function grow(size: number): readonly unknown[] {
  const kept: unknown[] = [];
  while (megabytes() < size)
    for (let count = 0; count < 1000; count++)
      kept.push({ number: count + Math.random(), text: `message ${Math.random()}`, list: [count] });
  return kept;
}

/** Starts this many hooks. */
async function workOf(
  way: Way,
  engine: string,
  folder: string,
  width: number,
): Promise<() => Promise<unknown>> {
  const lines = Array.from({ length: width }, (_, index) => `: ${index}; cat >/dev/null`);
  const stdin = JSON.stringify({ session_id: "s1", cwd: folder, ...input });
  if (way === "bare")
    return () => Promise.all(lines.map((line) => bareShell(line, { cwd: folder, stdin })));
  const { createHooks }: typeof Engine = await import(engine);
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

/** Does some work while a timer that is due every millisecond notes how late it is. */
async function sample(work: () => Promise<unknown>): Promise<Omit<Sample, "objects">> {
  const delays: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delays.push(Math.max(0, now - last - 1));
    last = now;
  }, 1);
  const size = megabytes();
  const ms = await timed(work);
  await sleep(2);
  clearInterval(timer);
  return { ms, delays, megabytes: size };
}

async function beHost(way: Way, size: number, engine: string, width: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "host-size-"));
  const work = await workOf(way, engine, folder, width);
  const kept = grow(size);
  for (let time = 0; time < warmUp; time++) await work();
  process.send?.("ready");
  process.on("message", async () =>
    process.send?.({ ...(await sample(work)), objects: kept.length } satisfies Sample),
  );
  process.on("disconnect", () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
}

const [way, size, engine = "", width] = process.argv.slice(2);
await beHost(way as Way, Number(size), engine, Number(width));
