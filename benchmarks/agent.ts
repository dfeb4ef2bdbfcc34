// What the agent adds to a conversation: from one request to the model to the next, with a tool call and its hooks
// between them, and from the start of the process to the first request. From the bundle, over HTTP.
// npm exec -c 'node benchmarks/agent.ts [ROUNDS]'
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cli from "../packages/cli/package.json" with { type: "json" };
import { agentOverhead } from "./agent-overhead.ts";
import { requireBuild, root } from "./built.ts";
import { interleave, median, percentile, printTable, type Row, timed } from "./measure.ts";
import { type MessagesServer, messagesServer } from "./messages-server.ts";
import { bareCall, hookCounts, settingsWith } from "./no-op-hooks.ts";

const rounds = Number(process.argv[2] ?? 10);
/** Calls of one process: the first is measured on its own, for it finds nothing compiled. */
const calls = 6;

interface Run {
  readonly startMs: number;
  readonly firstMs: number;
  readonly laterMs: readonly number[];
}

/** One session from start to end: `echo` as often as wanted, each after hooks that do nothing. */
async function run(server: MessagesServer, home: string): Promise<Run> {
  server.begin(calls);
  const bundle = join(root, "packages/cli/bin", `${cli.name}.js`);
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", ANTHROPIC_API_KEY: "key" };
  const start = performance.now();
  const child = spawn(process.execPath, [bundle, "-p", "go"], {
    cwd: join(home, "project"),
    env: { ...env, ANTHROPIC_BASE_URL: server.address },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const code = await new Promise((resolve) => child.on("close", resolve));
  const { arrivals } = server;
  if (code !== 0 || arrivals.length !== calls + 1)
    throw new Error(`${arrivals.length} requests, exit code ${code}:\n${said}`);
  const [first = 0] = arrivals;
  const [firstMs = 0, ...laterMs] = arrivals
    .slice(1)
    .map((at, index) => at - (arrivals[index] ?? 0));
  return { startMs: first - start, firstMs, laterMs };
}

function homeWith(folder: string, hooks: number): string {
  const home = join(folder, `hooks-${hooks}`);
  mkdirSync(join(home, "project"), { recursive: true });
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeFileSync(join(home, ".claude/settings.json"), settingsWith(hooks));
  return home;
}

const name = (hooks: number) => `${hooks} hooks`;
const times = (value: number, base: number) => `${(value / base).toFixed(2)} ×`;

async function measureOverHttp(folder: string): Promise<void> {
  const server = await messagesServer();
  const runWith = Object.fromEntries(
    hookCounts.map((count) => {
      const home = homeWith(folder, count);
      return [name(count), () => run(server, home)] as const;
    }),
  );
  // The first start of a bundle compiles it; Node keeps that for the next.
  for (const take of Object.values(runWith)) await take();
  const runs = await interleave(rounds, runWith);
  const bare = await interleave(
    rounds * 3,
    Object.fromEntries(
      hookCounts.map((count) => [name(count), () => timed(() => bareCall(count, folder))]),
    ),
  );
  const home = homeWith(folder, 0);
  const starts = await interleave(rounds, {
    empty: () => timed(() => spawnSync(process.execPath, ["-e", "0"])),
    agent: async () => (await run(server, home)).startMs,
  });
  await server.close();

  const row = (count: number, of: (run: Run) => readonly number[]): Row => {
    const taken = (hooks: number) => (runs[name(hooks)] ?? []).flatMap(of);
    const values = taken(count);
    const processes = median(bare[name(count)] ?? []);
    const above = median(values) - processes;
    const beside = times(median(values), median(taken(0)));
    return [name(count), median(values), percentile(values, 95), processes, above, beside];
  };
  const headings = ["median", "p95", "its processes", "above", "beside 0 hooks"];
  printTable(
    `request to request, ms (${rounds} × ${calls - 1})`,
    headings,
    hookCounts.map((count) => row(count, ({ laterMs }) => laterMs)),
  );
  printTable(
    `the first call of a session, ms (${rounds})`,
    headings,
    hookCounts.map((count) => row(count, ({ firstMs }) => [firstMs])),
  );
  const startRow = (label: string, values: readonly number[]): Row => [
    label,
    median(values),
    percentile(values, 95),
    times(median(values), median(starts.empty)),
  ];
  printTable(
    `process start, ms (${rounds})`,
    ["median", "p95", "beside"],
    [
      startRow("node -e 0, to its end", starts.empty),
      startRow("the bundle, to the first request", starts.agent),
    ],
  );
}

requireBuild();
const folder = mkdtempSync(join(tmpdir(), "agent-bench-"));
try {
  await measureOverHttp(folder);
  printTable(
    "the agent in this process, a model in code, ms",
    ["median", "p95", "its processes", "above"],
    await agentOverhead(rounds * 3),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
