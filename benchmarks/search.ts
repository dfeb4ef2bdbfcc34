// Grep and Glob of the agent on 100,000 files and on a file of 200 MB, from one request to the model to the next, beside
// ripgrep alone with the same question, alternating. Needs 1 GB of disk for a minute, so it is not part of npm run bench.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { rgPath } from "@vscode/ripgrep";
import { requireBuild } from "./built.ts";
import { interleave, median, printTable, type Row, timed } from "./measure.ts";
import { type AskedCall, timingModel } from "./timing-model.ts";

const rounds = Number(process.argv[2] ?? 7);
const folders = 1000;
const filesInFolder = 100;
const bigFileMegabytes = 200;

/** A tool call, and the arguments with which ripgrep answers the same question. */
interface Question {
  readonly name: string;
  readonly tool: "Grep" | "Glob";
  readonly input: Readonly<Record<string, unknown>>;
  readonly alone: readonly string[];
}

const questions: readonly Question[] = [
  {
    name: "100,000 files, no match",
    tool: "Grep",
    input: { pattern: "nowhere at all", path: "many" },
    alone: ["--hidden", "-l", "nowhere at all", "many"],
  },
  {
    name: "100,000 files, a match in 100",
    tool: "Grep",
    input: { pattern: "needle", path: "many" },
    alone: ["--hidden", "-l", "needle", "many"],
  },
  {
    name: "100,000 files, the lines of 100 matches",
    tool: "Grep",
    input: { pattern: "needle", path: "many", output_mode: "content" },
    alone: ["--hidden", "-n", "needle", "many"],
  },
  {
    name: "100,000 files, a match in each",
    tool: "Grep",
    input: { pattern: "export const", path: "many" },
    alone: ["--hidden", "-l", "export const", "many"],
  },
  {
    name: "200 MB, no match",
    tool: "Grep",
    input: { pattern: "nowhere at all", path: "big" },
    alone: ["--hidden", "-l", "nowhere at all", "big"],
  },
  {
    name: "200 MB, one line at the end",
    tool: "Grep",
    input: { pattern: "needle", path: "big", output_mode: "content" },
    alone: ["--hidden", "-n", "needle", "big"],
  },
  {
    name: "100,000 names, 100 match",
    tool: "Glob",
    input: { pattern: "**/file-7.ts", path: "many" },
    alone: ["--hidden", "--files", "--glob", "**/file-7.ts", "many"],
  },
];

async function makeFiles(folder: string): Promise<void> {
  const text = "export const value = 1;\n// a line of a source file, like many others\n".repeat(20);
  for (let outer = 0; outer < folders; outer++) {
    const path = join(folder, "many", `folder-${outer}`);
    mkdirSync(path, { recursive: true });
    for (let inner = 0; inner < filesInFolder; inner++) {
      const isNeedle = inner === 5 && outer % 10 === 0;
      writeFileSync(join(path, `file-${inner}.ts`), isNeedle ? `${text}needle\n` : text);
    }
  }
  mkdirSync(join(folder, "big"));
  const big = createWriteStream(join(folder, "big", "log.txt"));
  const megabyte = "a line of a long log, which says little\n".repeat(26_215);
  for (let count = 0; count < bigFileMegabytes; count++)
    if (!big.write(megabyte)) await once(big, "drain");
  big.end("needle\n");
  await finished(big);
}

function alone(args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(rgPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.on("data", () => {});
    child.on("close", () => resolve());
  });
}

/** A session that makes one call per prompt, and how long the last call took. */
async function openSession(cwd: string, home: string) {
  const { openAgentSession } = await import("@snaphook/agent");
  let asked: AskedCall | undefined;
  const timing = timingModel(() => {
    if (asked === undefined) throw new Error("no question was asked");
    return asked;
  });
  const session = await openAgentSession({
    cwd,
    home,
    env: { PATH: "/usr/bin:/bin", HOME: home },
    permissionMode: "bypassPermissions",
    managedFile: join(home, "absent.json"),
    model: async () => timing.model,
    emit: () => {},
  });
  await session.start();
  return {
    async ask(next: Question): Promise<number> {
      asked = { name: next.tool, input: next.input };
      await session.prompt("search");
      return timing.took();
    },
    end: () => session.end("other"),
  };
}

requireBuild();
const folder = mkdtempSync(join(tmpdir(), "search-"));
try {
  const [cwd, home] = [join(folder, "project"), join(folder, "home")];
  mkdirSync(home);
  await makeFiles(cwd);
  const session = await openSession(cwd, home);
  const rows: Row[] = [];
  for (const question of questions) {
    const { tool, bare } = await interleave(rounds + 1, {
      bare: () => timed(() => alone(question.alone, cwd)),
      tool: () => session.ask(question),
    });
    // The first round fills the caches of the system.
    const [ours, theirs] = [median(tool.slice(1)), median(bare.slice(1))];
    rows.push([
      `${question.tool}: ${question.name}`,
      ours,
      theirs,
      `${(ours / theirs).toFixed(2)} x`,
    ]);
  }
  await session.end();
  printTable("milliseconds, medians", ["the tool", "ripgrep alone", "ratio"], rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
