// From the start of the process to the first screen, and until the session is open, in a terminal.
// npm exec -c 'node benchmarks/terminal-start.ts [ROUNDS]'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cli from "../packages/cli/package.json" with { type: "json" };
import { requireBuild, root } from "./built.ts";
import { startInTerminal } from "./in-terminal.ts";
import { interleave, median, percentile, printTable } from "./measure.ts";

const rounds = Number(process.argv[2] ?? 20);

requireBuild();
const base = mkdtempSync(join(tmpdir(), "terminal-start-"));
const cwd = join(base, "project");
mkdirSync(cwd);
mkdirSync(join(base, "home"));
const script = join(base, "script.json");
writeFileSync(script, '[["done"]]');
const env = { PATH: process.env["PATH"] ?? "", HOME: join(base, "home"), TERM: "xterm-256color" };

/** How long after the start of a program each text was on the screen. */
async function timesOf(words: readonly string[], texts: readonly string[]) {
  const start = performance.now();
  const terminal = startInTerminal({ words, cwd, env });
  const times: number[] = [];
  for (const text of texts) times.push((await terminal.written(text)) - start);
  await terminal.end();
  return times;
}

const node = process.execPath;
const bundle = join(root, "packages/cli/dist", `${cli.name}.mjs`);
const takers = {
  bare: () =>
    timesOf([node, "-e", "process.stdout.write(String(6 * 7)); setInterval(() => {}, 9)"], ["42"]),
  session: () => timesOf([node, bundle, "--model", `script:${script}`], ["> ", "script.json"]),
};

try {
  // The first run fills the cache of compiled code.
  await takers.session();
  const { bare, session } = await interleave(rounds, takers);
  const column = (samples: readonly (readonly number[])[], at: number) =>
    samples.map((times) => times[at] ?? Number.NaN);
  const base = median(column(bare, 0));
  const rowOf = (name: string, times: readonly number[]) =>
    [name, median(times), percentile(times, 95), `${(median(times) / base).toFixed(2)} ×`] as const;
  printTable(
    "milliseconds from the start",
    ["median", "p95", "compared"],
    [
      rowOf("a bare Node process prints", column(bare, 0)),
      rowOf("the input line is on the screen", column(session, 0)),
      rowOf("the session is open", column(session, 1)),
    ],
  );
} finally {
  rmSync(base, { recursive: true, force: true });
}
