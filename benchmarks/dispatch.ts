// What `fire` costs when 1,000 hooks are configured and none matches, beside what any awaited call costs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireBuild } from "./built.ts";
import { manyHooks } from "./many-hooks.ts";
import { interleave, median, percentile, printTable, type Row } from "./measure.ts";

const count = 1000;
const rounds = 100;
const callsPerRound = 200;

/** The time of each of many calls one after another, in microseconds. */
async function callTimes(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < callsPerRound; index++) {
    const start = performance.now();
    await call();
    times.push((performance.now() - start) * 1000);
  }
  return times;
}

async function empty(): Promise<void> {}

requireBuild();
const { createHooks } = await import("@snaphook/engine");
const folder = mkdtempSync(join(tmpdir(), "dispatch-"));
try {
  const sources = { cwd: folder, home: folder, managedFile: join(folder, "absent.json") };
  const load = (settings: object) =>
    createHooks({ ...sources, sessionId: "s1", settings: JSON.stringify(settings) });
  const none = await load({});
  const many = await load({ hooks: manyHooks(count, "server") });
  if (many.config.snapshot().hooks.length !== count) throw new Error("not every hook was read");

  const rest = { tool_input: { command: "npm test" }, tool_use_id: "toolu_01" };
  let calls = 0;
  const samples = await interleave(rounds, {
    "an awaited empty function": () => callTimes(empty),
    "no hooks": () => callTimes(() => none.fire("PreToolUse", { ...rest, tool_name: "Bash" })),
    "1,000 hooks, the same tool": () =>
      callTimes(() => many.fire("PreToolUse", { ...rest, tool_name: "Bash" })),
    "1,000 hooks, a new tool each time": () =>
      callTimes(() => many.fire("PreToolUse", { ...rest, tool_name: `mcp__new__${calls++}` })),
  });

  // The first tenth warms up: the functions are compiled while it runs.
  const warm = Object.entries(samples).map(
    ([name, taken]) => [name, taken.slice(rounds / 10).flat()] as const,
  );
  const rows = warm.map(([name, times]): Row => {
    const limit = name.startsWith("1,000") ? "20" : "";
    return [name, median(times), percentile(times, 95), limit];
  });
  printTable("one call, µs", ["median", "p95", "limit"], rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
