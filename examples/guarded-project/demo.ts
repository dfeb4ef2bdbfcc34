// A scripted session in a scratch copy of the project beside this file: no key, no network.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";

const here = import.meta.dirname;
const main = join(here, "../../packages/cli/src/main.ts");
const scratch = mkdtempSync(join(tmpdir(), "guarded-project-"));
const env = { ...process.env, HOME: join(scratch, "home") };
const trace = join(scratch, "trace.jsonl");

function show(...args: readonly string[]): void {
  const shown = args.map((arg) => (/[\s{"]/.test(arg) ? `'${arg}'` : arg)).join(" ");
  console.log(`\n$ ${brand.command} ${shown.replaceAll(here, ".")}\n`);
  const node = [...process.execArgv, main, ...args];
  const { status } = spawnSync(process.execPath, node, { cwd: scratch, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}

try {
  cpSync(join(here, "project"), scratch, { recursive: true });
  show(
    "-p",
    "Tidy up",
    "--model",
    `script:${join(here, "session.json")}`,
    "--trust-project",
    "--trace",
    "trace.jsonl",
  );
  for (const command of ["rm -rf output", "ls output"])
    show(
      "explain",
      "PreToolUse",
      "--tool",
      "Bash",
      "--input",
      JSON.stringify({ command }),
      "--trust-project",
    );
  console.log("\n$ cat trace.jsonl\n");
  console.log(readFileSync(trace, "utf8").trimEnd());
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
