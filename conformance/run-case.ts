import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runAgent } from "./agent-process.ts";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { readCase } from "./case.ts";
import { argumentsFor, environmentFor, formatOf, linesFor } from "./command-line.ts";
import { type Difference, differencesOf } from "./differences.ts";
import { type FileFacts, factsOf, type Recording } from "./facts.ts";
import { takeHookRecords } from "./hook-records.ts";
import { markersOf } from "./markers.ts";
import { namer } from "./placeholders.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

export interface RunCaseOptions {
  /** The agent's command as words, with the arguments that every run gets. */
  readonly target: readonly string[];
  /** Leaves the sandbox in place. */
  readonly keep?: boolean;
  /** How long one run may take, if the scenario does not say. */
  readonly limitMs?: number;
}

/** The result of a case. */
export interface CaseResult {
  readonly name: string;
  /** Empty when the case passed. */
  readonly differences: readonly Difference[];
  /** What the command printed on stderr: without it, nobody can see why a command did not start. */
  readonly stderr: string;
  readonly ms: number;
  /** The sandbox, if it was kept. */
  readonly folder?: string;
}

/** Plays a case in its own sandbox and compares what happened with the recording. */
export async function runCase(name: string, options: RunCaseOptions): Promise<CaseResult> {
  const { keep = false } = options;
  const started = performance.now();
  const { scenario, expect } = readCase(name);
  const api = await startApiServer();
  const sandbox = createSandbox(scenario, api.port);
  try {
    const reading = { scenario, markers: markersOf(scenario), name: namer(namesFor(sandbox)) };
    const { recordings, problems, stderr } = await play(sandbox, api, options);
    const facts = recordings.map((recording) => factsOf(recording, reading));
    const differences = [...problems, ...differencesOf(expect, facts)];
    const ms = Math.round(performance.now() - started);
    return { name, differences, stderr, ms, ...(keep && { folder: sandbox.folder }) };
  } finally {
    await api.close();
    if (!keep) rmSync(sandbox.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The port is not replaced: so short a number could occur anywhere. */
const namesFor = ({ variables: { PORT: _, ...paths } }: Sandbox) => paths;

async function play(sandbox: Sandbox, api: ApiServer, { target, limitMs }: RunCaseOptions) {
  const { scenario } = sandbox;
  const seen = new Set<string>();
  const recordings: Recording[] = [];
  const problems: Difference[] = [];
  let stderr = "";
  for (const run of scenario.runs ?? [{ prompt: scenario.prompt ?? "ORC_PROMPT" }]) {
    api.play(run.turns ?? scenario.turns ?? {});
    const end = await runAgent({
      command: [...target, ...argumentsFor(run, sandbox, recordings.length)],
      cwd: join(sandbox.project, scenario.subdir ?? ""),
      env: environmentFor(sandbox, api.port),
      lines: linesFor(run),
      answers: run.control ?? {},
      limitMs: scenario.timeoutMs ?? limitMs ?? 60_000,
    });
    stderr += end.stderr;
    if (end.timedOut) problems.push({ level: "run", text: "did not end in time" });
    if (scenario.settleMs !== undefined) await delay(scenario.settleMs);
    recordings.push({
      exitCode: end.exitCode,
      hooks: takeHookRecords(sandbox.log, seen),
      records: formatOf(scenario) === "stream-json" ? end.records : [],
      requests: api.takeRequests(),
      files: filesOf(sandbox),
    });
  }
  return { recordings, problems, stderr };
}

const filesOf = ({ project, scenario: { readFiles = [] } }: Sandbox): FileFacts =>
  Object.fromEntries(
    readFiles.map((file) => {
      const path = join(project, file);
      return [file, existsSync(path) ? readFileSync(path, "utf8") : null];
    }),
  );
