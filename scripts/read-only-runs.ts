// npm run read-only -- --runs N: the test that runs lines judged read-only in a real shell (T11), with more lines.
//   --seed N   repeats the lines of an earlier run
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "5000" }, seed: { type: "string" } },
});
for (const [name, value] of Object.entries(values))
  if (!/^-?\d+$/.test(value)) throw new Error(`--${name} must be a number`);

const file = "packages/agent/src/tools/shell/read-only/real-shell.process.test.ts";
const { status } = spawnSync("npx", ["vitest", "run", "--project", "processes", file], {
  stdio: "inherit",
  env: {
    ...process.env,
    READ_ONLY_RUNS: values.runs,
    ...(values.seed === undefined ? {} : { READ_ONLY_SEED: values.seed }),
  },
});
process.exitCode = status ?? 1;
