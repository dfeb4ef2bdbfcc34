// What a hook written with the built kit costs above an empty Node process, from start to answer.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import kit from "../packages/kit/package.json" with { type: "json" };
import { root } from "./built.ts";
import { differences, interleave, median, percentile, printTable, type Row } from "./measure.ts";

const rounds = 60;

const guard = `
import { defineHook } from "${kit.name}";
const hook = defineHook("PreToolUse", { tool: "Bash" }, ({ input, deny, pass }) =>
  input.tool_input.command.startsWith("rm") ? deny("remove files one by one") : pass(),
);
export default hook;
hook.runIfMain(import.meta);
`;

const input = JSON.stringify({
  session_id: "session_01",
  cwd: "/project",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "rm -rf output" },
  tool_use_id: "toolu_01",
});

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Runs one fresh process to its end; `answer` has to be in what it prints. */
function costOf(args: readonly string[], cwd: string, answer: string): Cost {
  const usage = join(import.meta.dirname, "usage-at-exit.cjs");
  const start = performance.now();
  const { status, output, stdout, stderr } = spawnSync(
    process.execPath,
    ["--require", usage, ...args],
    { cwd, input, stdio: ["pipe", "pipe", "pipe", "pipe"], encoding: "utf8" },
  );
  const wallMs = performance.now() - start;
  if (status !== 0 || !stdout.includes(answer))
    throw new Error(`node ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return { wallMs, cpuMs: Number(output[3]) };
}

const folder = mkdtempSync(join(tmpdir(), "kit-start-"));
try {
  const installed = join(folder, "node_modules", kit.name);
  mkdirSync(installed, { recursive: true });
  for (const part of ["package.json", ...kit.files])
    cpSync(join(root, "packages/kit", part), join(installed, part), { recursive: true });
  writeFileSync(join(folder, "empty.mjs"), "");
  writeFileSync(join(folder, "guard.mjs"), guard);
  const takers = {
    empty: () => costOf(["-e", "0"], folder, ""),
    "empty module": () => costOf(["empty.mjs"], folder, ""),
    "kit hook": () => costOf(["guard.mjs"], folder, '"deny"'),
  };
  for (const take of Object.values(takers)) take();
  const costs = await interleave(rounds, takers);
  const row = (name: keyof typeof takers, of: keyof Cost, limit = ""): Row => {
    const values = costs[name].map((cost) => cost[of]);
    const above = differences(
      values,
      costs.empty.map((cost) => cost[of]),
    );
    return [name, median(values), median(above), percentile(above, 95), limit];
  };
  for (const [of, title, limit] of [
    ["wallMs", "wall time", ""],
    ["cpuMs", "processor time", "15"],
  ] as const)
    printTable(
      `${title}, ms (${rounds} rounds)`,
      ["median", "above empty", "p95 above", "limit"],
      [row("empty", of), row("empty module", of), row("kit hook", of, limit)],
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
