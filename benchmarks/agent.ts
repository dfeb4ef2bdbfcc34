// What the agent adds to a conversation: from one request to the model to the next, with a tool call and its hooks
// between them, and from the start of the process to the first request. From the bundle, over HTTP.
// npm exec -c 'node benchmarks/agent.ts [ROUNDS]'
import { spawn, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cli from "../packages/cli/package.json" with { type: "json" };
import { agentOverhead } from "./agent-overhead.ts";
import { requireBuild, root } from "./built.ts";
import { lengthen } from "./long-transcript.ts";
import { interleave, median, percentile, printTable, type Row, timed } from "./measure.ts";
import { type MessagesServer, messagesServer } from "./messages-server.ts";
import { bareCall, hookCounts, settingsWith } from "./no-op-hooks.ts";

const rounds = Number(process.argv[2] ?? 10);
/** Calls of one process: the first is measured separately, because all its code runs for the first time. */
const calls = 6;

interface Cost {
  readonly wallMs: number;
  /** Processor time of the agent's main thread: hardly longer on a busy machine. Linux only, else NaN. */
  readonly cpuMs: number;
}

interface Run {
  readonly start: Cost;
  readonly first: Cost;
  readonly later: readonly Cost[];
}

/** One session from start to end: the given number of `echo` calls, each after hooks that do nothing. */
async function run(
  server: MessagesServer,
  home: string,
  flags: readonly string[] = [],
): Promise<Run> {
  const start = performance.now();
  const marks: Cost[] = [];
  const bin = join(root, "packages/cli/bin", `${cli.name}.js`);
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", ANTHROPIC_API_KEY: "key" };
  const child = spawn(process.execPath, [bin, "-p", "go", ...flags], {
    cwd: join(home, "project"),
    env: { ...env, ANTHROPIC_BASE_URL: server.address },
    stdio: ["ignore", "pipe", "pipe"],
  });
  server.begin(calls, () =>
    marks.push({ wallMs: performance.now() - start, cpuMs: processorTime(child.pid) }),
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      said += data;
    });
  const code = await new Promise((resolve) => child.on("close", resolve));
  const [first, ...rest] = marks;
  const between = rest.map(({ wallMs, cpuMs }, index) => ({
    wallMs: wallMs - (marks[index]?.wallMs ?? 0),
    cpuMs: cpuMs - (marks[index]?.cpuMs ?? 0),
  }));
  const [firstCall, ...later] = between;
  if (code !== 0 || !first || !firstCall || between.length !== calls)
    throw new Error(`${marks.length} requests, exit code ${code}:\n${said}`);
  return { start: first, first: firstCall, later };
}

/** What the main thread of a process has used so far. */
function processorTime(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

const longSession = "6d0f9ae1-2f2a-4f43-9d3f-0d6f3a3f6c11";
const longBytes = 100 * 1024 * 1024;

/** A session of 100 MB, and a function that continues it; each time from the same transcript. */
async function longRun(server: MessagesServer, home: string): Promise<() => Promise<Run>> {
  await run(server, home, ["--session-id", longSession]);
  const files = readdirSync(home, { recursive: true, encoding: "utf8" });
  const transcript = join(home, files.find((file) => file.endsWith(`${longSession}.jsonl`)) ?? "");
  lengthen(transcript, longBytes);
  const { size } = statSync(transcript);
  return async () => {
    const taken = await run(server, home, ["--resume", longSession]);
    truncateSync(transcript, size);
    return taken;
  };
}

function homeWith(folder: string, hooks: number, kind: string): string {
  const home = join(folder, `${kind}-${hooks}`);
  mkdirSync(join(home, "project"), { recursive: true });
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeFileSync(join(home, ".claude/settings.json"), settingsWith(hooks));
  return home;
}

const name = (hooks: number) => `${hooks} hooks`;
const times = (value: number, base: number) => `${(value / base).toFixed(2)} ×`;

async function measureOverHttp(folder: string): Promise<void> {
  const server = await messagesServer();
  const sample = async (count: number) => {
    const home = homeWith(folder, count, "new");
    const resume = await longRun(server, homeWith(folder, count, "long"));
    return async () => ({
      run: await run(server, home),
      resumed: await resume(),
      bareMs: await timed(() => bareCall(count, folder)),
      emptyMs: await timed(() => spawnSync(process.execPath, ["-e", "0"])),
    });
  };
  const takers: Record<string, Awaited<ReturnType<typeof sample>>> = {};
  // One after the other: the server has one conversation at a time.
  for (const count of hookCounts) takers[name(count)] = await sample(count);
  // The first start of a bundle compiles it; Node keeps that for the next.
  for (const take of Object.values(takers)) await take();
  const samples = await interleave(rounds, takers);
  await server.close();

  const taken = (count: number) => samples[name(count)] ?? [];
  const row = (count: number, of: (run: Run) => readonly Cost[]): Row => {
    const costs = (hooks: number) => taken(hooks).flatMap((one) => of(one.run));
    const wall = (hooks: number) => costs(hooks).map(({ wallMs }) => wallMs);
    return [
      name(count),
      median(wall(count)),
      percentile(wall(count), 95),
      times(median(wall(count)), median(wall(0))),
      median(taken(count).map(({ bareMs }) => bareMs)),
      median(costs(count).map(({ cpuMs }) => cpuMs)),
    ];
  };
  const headings = ["median", "p95", "beside 0 hooks", "bare processes", "processor time"];
  printTable(
    `request to request, ms (${rounds} × ${calls - 1})`,
    headings,
    hookCounts.map((count) => row(count, ({ later }) => later)),
  );
  printTable(
    `the first call of a session, ms (${rounds})`,
    headings,
    hookCounts.map((count) => row(count, ({ first }) => [first])),
  );
  const callsOf = (count: number, of: "run" | "resumed") =>
    taken(count).flatMap((one) => one[of].later);
  printTable(
    `request to request in a resumed session of 100 MB, ms (${rounds} × ${calls - 1})`,
    ["median", "p95", "beside a new one", "limit", "processor time"],
    hookCounts.map((count): Row => {
      const [wall, wallOfNew] = [callsOf(count, "resumed"), callsOf(count, "run")].map((costs) =>
        costs.map(({ wallMs }) => wallMs),
      ) as [number[], number[]];
      return [
        name(count),
        median(wall),
        percentile(wall, 95),
        times(median(wall), median(wallOfNew)),
        "1.30 ×",
        median(callsOf(count, "resumed").map(({ cpuMs }) => cpuMs)),
      ];
    }),
  );
  const all = hookCounts.flatMap(taken);
  const empty = all.map(({ emptyMs }) => emptyMs);
  const starts = all.map(({ run: { start } }) => start);
  const wall = starts.map(({ wallMs }) => wallMs);
  printTable(
    `process start, ms (${all.length})`,
    ["median", "p95", "beside", "processor time"],
    [
      ["node -e 0, to its end", median(empty), percentile(empty, 95), "", ""],
      [
        "the bundle, to the first request",
        median(wall),
        percentile(wall, 95),
        times(median(wall), median(empty)),
        median(starts.map(({ cpuMs }) => cpuMs)),
      ],
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
