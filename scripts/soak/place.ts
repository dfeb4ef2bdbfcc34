import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { markVariable } from "../kill-run/marked-processes.ts";
import * as tested from "../packed/tested.ts";

/** One home and project for all runs, with this many hooks before each call. */
export interface Place {
  start(calls: number, env?: NodeJS.ProcessEnv): StartedRun;
  /** Asks a run that was started with `watched` how much memory it uses without garbage. */
  askHeap(): void;
  readonly watched: NodeJS.ProcessEnv;
  /** Its answers, in MB. */
  heapsMb(): readonly number[];
  remove(): void;
}

interface StartedRun {
  readonly child: ChildProcess;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

export function createPlace(modelUrl: string, mark: string, hooks: number): Place {
  const base = mkdtempSync(join(tmpdir(), "soak-"));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(project);
  const handlers = Array.from({ length: hooks }, (_, index) => ({
    type: "command",
    command: `cat > /dev/null # ${index}`,
  }));
  const settings = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: handlers }] } };
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify(settings));
  const env = {
    PATH: tested.path,
    HOME: home,
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "soak",
    [markVariable]: mark,
  };
  const request = join(base, "heap");
  return {
    watched: {
      NODE_OPTIONS: `--require ${join(import.meta.dirname, "report-heap.cjs")}`,
      HEAP_REQUEST: request,
    },
    askHeap: () => writeFileSync(request, ""),
    heapsMb: () =>
      readFileSync(`${request}.answer`, "utf8")
        .trimEnd()
        .split("\n")
        .map((bytes) => Number(bytes) / 2 ** 20),
    start(calls, more = {}) {
      const [program, ...words] = tested.command();
      const args = ["-p", `calls: ${calls}`, "--dangerously-skip-permissions"];
      const child = spawn(program, [...words, ...args], {
        cwd: project,
        env: { ...env, ...more },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let [stdout, stderr] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        stdout += chunk;
      });
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
        stderr += chunk;
      });
      const ended = new Promise<Awaited<StartedRun["ended"]>>((resolve) =>
        child.on("close", (code) => resolve({ code, stdout, stderr })),
      );
      return { child, ended };
    },
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The memory in MB and the open descriptors of a process that runs. */
export function sizeOf(pid: number): { readonly memoryMb: number; readonly descriptors: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  return {
    memoryMb: Number(kilobytes) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}
