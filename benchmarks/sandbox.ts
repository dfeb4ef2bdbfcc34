// What a command of the Bash tool costs in the sandbox of a session and outside, side by side, and what opening a sandbox
// costs, which the first command waits for. Needs bubblewrap.
// npm exec -c 'node --conditions=workspace-source benchmarks/sandbox.ts [ROUNDS]'
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import {
  openSandbox,
  type ProcessRequest,
  processStarter,
  sandboxOptions,
  systemMounts,
  tryBubblewrap,
} from "@snaphook/engine/internal";
import { requireBuild } from "./built.ts";
import { interleave, median, percentile, printTable, type Row, timed } from "./measure.ts";

requireBuild();
const rounds = Number(process.argv[2] ?? 100);
const { program, because } = await tryBubblewrap({ env: {} });
if (program === undefined) throw new Error(because);

const command = (script: string): ProcessRequest => ({
  program: "/bin/bash",
  args: ["--noprofile", "--norc", "-c", script],
  cwd: "/",
  env: { PATH: process.env["PATH"] },
  stdin: "",
  limitMs: 60_000,
  signal: undefined,
  marker: ["BENCHMARK", randomUUID()],
  spillFolder: tmpdir(),
});

const sandboxArguments = [...sandboxOptions, "--bind", "/", "/", ...systemMounts, "--"];
const open = () => openSandbox([program, ...sandboxArguments]);
const sandbox = await open();
const outside = processStarter({ runner: false });
const each = {
  outside: (script: string) => outside.start(command(script)).finished,
  inside: (script: string) => sandbox.start(command(script)).finished,
};

const scripts = {
  "the shell alone": ":",
  "git --version": "git --version",
  "200 kB of output": "head -c 200000 /dev/zero | tr '\\0' x",
};
const rows: Row[] = [];
for (const [name, script] of Object.entries(scripts)) {
  const ms = await interleave(rounds, {
    outside: () => timed(() => each.outside(script)),
    inside: () => timed(() => each.inside(script)),
  });
  const figures = [ms.outside, ms.inside].flatMap((values) => [
    median(values),
    percentile(values, 90),
  ]);
  rows.push([name, ...figures, `${(median(ms.inside) / median(ms.outside)).toFixed(2)} ×`]);
}
printTable("a command, ms", ["outside", "p90", "inside", "p90", "ratio"], rows);

const opening = await interleave(Math.ceil(rounds / 10), {
  open: async () => {
    let opened: Awaited<ReturnType<typeof open>> | undefined;
    const ms = await timed(async () => {
      opened = await open();
    });
    await opened?.close();
    return ms;
  },
});
printTable(
  "opening, ms",
  ["median", "p90"],
  [["a sandbox with its runner", median(opening.open), percentile(opening.open, 90)]],
);
await sandbox.close();
