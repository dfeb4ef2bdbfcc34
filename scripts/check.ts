// npm run check: runs every check, even if one fails, and prints a table at the end.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const steps = {
  "format and lint": "biome ci .",
  types: "tsc -p . && tsc -p packages/bench/src/trace/page",
  layers: "depcruise --output-type err-long packages",
  unused: "knip",
  generated: "node --conditions=workspace-source scripts/generate.ts --check",
  snippets: "node scripts/check-snippets.ts",
  names: "node scripts/check-names.ts",
  outcomes: "node scripts/check-effects.ts",
  output: "node scripts/check-output.ts",
  "rule ids": "node --conditions=workspace-source scripts/check-rules.ts",
  "unit tests": "vitest run --project unit --project work",
};

const { values } = parseArgs({
  options: {
    // npm run check -- --step layers: one of them.
    step: { type: "string" },
    // npm run check -- --without "unit tests": all but one, for CI, where npm test runs them anyway.
    without: { type: "string" },
  },
});
const started = performance.now();
const failed: string[] = [];
for (const [name, command] of Object.entries(steps)) {
  if (name !== (values.step ?? name) || name === values.without) continue;
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: "utf8" });
  const ok = status === 0;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${ok ? "ok  " : "FAIL"} ${name.padEnd(16)} ${seconds.padStart(5)} s   ${command}`);
  if (ok) continue;
  failed.push(name);
  console.log(`${stdout}${stderr}`);
}
const total = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  failed.length === 0 ? `all checks passed in ${total} s` : `failed: ${failed.join(", ")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
