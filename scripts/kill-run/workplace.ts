import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tested from "../packed/tested.ts";
import { markVariable } from "./marked-processes.ts";
import { script, settings } from "./scripted-session.ts";

/** A run of the command, while it is running. */
export interface StartedRun {
  readonly child: ChildProcess;
  /** Whole lines on stdout so far, parsed. */
  readonly lines: Readonly<Record<string, unknown>>[];
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/** A separate home and project, in which the command runs. */
export interface Workplace {
  start(mark: string, args: readonly string[], env?: NodeJS.ProcessEnv): StartedRun;
  /** The transcripts in the home. */
  transcripts(): readonly string[];
  /** Ends what is left of a killed run's commands, and removes the folders. */
  remove(): void;
}

export function createWorkplace(): Workplace {
  const base = mkdtempSync(join(tmpdir(), "kill-run-"));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify(settings));
  writeFileSync(join(base, "script.json"), JSON.stringify(script));
  return {
    start(mark, args, env = {}) {
      const [program, ...words] = tested.command();
      const child = spawn(program, [...words, ...common, ...args], {
        cwd: project,
        env: { PATH: process.env["PATH"], HOME: home, [markVariable]: mark, ...env },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      return follow(child);
    },
    transcripts: () =>
      readdirSync(home, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".jsonl"))
        .map((file) => join(home, file)),
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const common = [
  "--output-format=stream-json",
  "--verbose",
  "--replay-user-messages",
  "--dangerously-skip-permissions",
];

/** The model of the scripted session; its file lies beside the project. */
export const scripted = ["--model", "script:../script.json"];

function follow(child: ChildProcess): StartedRun {
  const lines: Readonly<Record<string, unknown>>[] = [];
  let [rest, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (chunk) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) lines.push(JSON.parse(part));
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, stderr })),
  );
  return { child, lines, ended };
}
