// What starting costs above an empty Node process: importing the packed engine, and `explain` from the bundle.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import cli from "../packages/cli/package.json" with { type: "json" };
import engine from "../packages/engine/package.json" with { type: "json" };
import protocol from "../packages/protocol/package.json" with { type: "json" };
import { requireBuild, root } from "./built.ts";
import { differences, interleave, median, percentile, printTable, type Row } from "./measure.ts";

const pairs = 40;

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Runs one fresh process to its end. */
function costOf(args: readonly string[], cwd: string): Cost {
  const start = performance.now();
  const { status, output, stderr } = spawnSync(
    process.execPath,
    ["--require", join(import.meta.dirname, "usage-at-exit.cjs"), ...args],
    { cwd, env: { HOME: cwd }, stdio: ["ignore", "pipe", "pipe", "pipe"], encoding: "utf8" },
  );
  const wallMs = performance.now() - start;
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed:\n${stderr}`);
  return { wallMs, cpuMs: Number(output[3]) };
}

/** Installs the packed packages as npm would; what they depend on is linked to where it is installed here. */
function installPacked(folder: string): void {
  for (const { name } of [protocol, engine]) {
    const target = join(folder, "node_modules", name);
    mkdirSync(target, { recursive: true });
    const packed = execFileSync(
      "npm",
      ["pack", "--silent", "--workspace", name, "--pack-destination", folder],
      { cwd: root, encoding: "utf8" },
    );
    const archive = join(folder, packed.trim());
    execFileSync("tar", ["-xzf", archive, "--strip-components=1", "-C", target]);
  }
  const needed = engine.dependencies;
  for (const name of Object.keys(needed)) {
    if (name === protocol.name) continue;
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "node_modules", name), link);
  }
}

requireBuild();
const folder = mkdtempSync(join(tmpdir(), "start-up-"));
try {
  installPacked(folder);
  const bundle = join(root, "packages/cli/dist", `${cli.name}.mjs`);
  const project = join(root, "examples/guarded-project/project");
  const explain = [bundle, "explain", "PreToolUse", "--tool", "Bash", "--cwd", project];
  const importing = `import(${JSON.stringify(engine.name)})`;
  const takers = {
    empty: () => costOf(["-e", "0"], folder),
    "import of the engine": () => costOf(["-e", importing], folder),
    "explain from the bundle": () => costOf(explain, folder),
  };
  for (const take of Object.values(takers)) take();
  const { empty, ...others } = await interleave(pairs, takers);
  const row = (name: string, costs: readonly Cost[], of: keyof Cost, limit: string): Row => {
    const above = differences(
      costs.map((cost) => cost[of]),
      empty.map((cost) => cost[of]),
    );
    return [
      name,
      median(costs.map((cost) => cost[of])),
      median(above),
      percentile(above, 95),
      limit,
    ];
  };
  const headings = ["median", "above empty", "p95 above", "limit"];
  printTable(`wall time, ms (${pairs} rounds)`, headings, [
    row("empty process", empty, "wallMs", ""),
    row("import of the engine", others["import of the engine"], "wallMs", "60"),
    row("explain from the bundle", others["explain from the bundle"], "wallMs", ""),
  ]);
  printTable(`processor time, ms (${pairs} rounds)`, headings, [
    row("empty process", empty, "cpuMs", ""),
    row("import of the engine", others["import of the engine"], "cpuMs", ""),
    row("explain from the bundle", others["explain from the bundle"], "cpuMs", "60"),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
