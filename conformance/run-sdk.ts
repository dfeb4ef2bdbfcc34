// npm run conformance:sdk -- [--jobs N] [WORD]: drives the command with the Claude Agent SDK and compares what each
// feature shows with what Claude Code showed. Exits with 1 if one passes or fails against sdk/expected-failures.yaml.
// The SDK has its own folder: npm ci --omit=optional --prefix conformance/sdk
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { command, node, path } from "../scripts/packed/tested.ts";
import { parseExpectedFailures, problemsOfList, surpriseOf } from "./expected-failures.ts";

type Facts = Readonly<Record<string, unknown>>;

interface Played {
  readonly id: string;
  readonly facts: Facts;
  readonly stderr: string;
}

const folder = join(import.meta.dirname, "sdk");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  // Most of a feature is waiting for processes.
  options: { jobs: { type: "string", default: String(2 * availableParallelism()) } },
});
if (!existsSync(join(folder, "node_modules")))
  throw new Error("the SDK is not installed; run npm ci --omit=optional --prefix conformance/sdk");

const recorded: Readonly<Record<string, Facts>> = JSON.parse(
  readFileSync(join(folder, "cases/recorded.json"), "utf8"),
);
const expected = parseExpectedFailures(
  readFileSync(join(folder, "expected-failures.yaml"), "utf8"),
);
const [word = ""] = positionals;
const started = performance.now();
const shards = Array.from({ length: Number(values.jobs) }, (_, index) => play(index));
const played = (await Promise.all(shards)).flat();
const results = played.map((one) => ({ ...one, differences: differencesOf(one) }));
for (const { id, differences, stderr } of results.filter((one) => one.differences.length > 0))
  console.log(`${id}\n  ${differences.join("\n  ")}\n  stderr: ${stderr.slice(0, 300)}`);

const names = Object.keys(recorded);
const missing = names.filter((id) => id.includes(word) && !played.some((one) => one.id === id));
const problems = [
  ...exampleProblems(),
  ...problemsOfList(expected, names),
  ...missing.map((id) => `${id} was not played`),
  ...results.flatMap(
    ({ id, differences }) => surpriseOf(id, differences.length === 0, expected) ?? [],
  ),
];
const passed = results.filter(({ differences }) => differences.length === 0).length;
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${passed} of ${results.length} features work as recorded, in ${seconds} s`);
for (const problem of problems) console.log(`PROBLEM ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The example of docs/drive.md, which has to print what the page says. */
function exampleProblems(): readonly string[] {
  const example = readFileSync(join(folder, "example.mjs"), "utf8");
  const page = readFileSync(join(import.meta.dirname, "../docs/drive.md"), "utf8");
  if (!page.includes(`\`\`\`js\n${example}\`\`\``))
    return ["docs/drive.md does not show conformance/sdk/example.mjs as it is"];
  const [, session = ""] = /`session\.json` of `([^`]+)`/.exec(page) ?? [];
  const [, printed = ""] = /it prints `([^`]+)`/.exec(page) ?? [];
  const home = mkdtempSync(join(tmpdir(), "sdk-example-"));
  writeFileSync(join(home, "session.json"), session);
  const args = [join(folder, "example.mjs"), command().at(-1) ?? ""];
  const env = { PATH: path, HOME: home };
  const { stdout, stderr } = spawnSync(node, args, { cwd: home, env, encoding: "utf8" });
  rmSync(home, { recursive: true, force: true });
  return stdout === `${printed}\n`
    ? []
    : [`the example of docs/drive.md printed ${stdout}${stderr}`];
}

/** Plays every n-th feature in a process of its own. */
async function play(shard: number): Promise<readonly Played[]> {
  const executable = command().at(-1) ?? "";
  const args = [join(folder, "shard.mjs"), executable, String(shard), String(values.jobs), word];
  const child = spawn(node, args, {
    env: { ...process.env, PATH: path, SDK_DIR: folder },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const found: Played[] = [];
  for await (const line of createInterface(child.stdout)) found.push(JSON.parse(line));
  return found;
}

function differencesOf({ id, facts }: Played): readonly string[] {
  const wanted = recorded[id];
  if (!wanted) return ["nothing is recorded for it"];
  const keys = new Set([...Object.keys(wanted), ...Object.keys(facts)]);
  return [...keys]
    .filter((key) => JSON.stringify(wanted[key]) !== JSON.stringify(facts[key]))
    .map((key) => `${key}: ${JSON.stringify(facts[key])}, recorded ${JSON.stringify(wanted[key])}`);
}
