// Proves that npm run check and npm run test:packed can fail: plants faults in a copy of the repository and expects a
// certain step to fail. Faults of a step are planted together if it names each of them, else one at a time.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { packedFaults } from "./check-planted-faults/packed-faults.ts";

interface Fault {
  readonly fault: string;
  readonly step: string;
  readonly file: string;
  /** The text to append to the file, or to put in place of `insteadOf`. */
  readonly text: string;
  readonly insteadOf?: string;
  /** What the step must print about this fault, and about no other. */
  readonly says?: string;
}

const faults: readonly Fault[] = [
  {
    fault: "a layer violation",
    step: "layers",
    file: "packages/engine/src/fold/fold.ts",
    text: 'import { cwd } from "node:process";\nconsole.log(cwd());\n',
    says: "pure-stages: packages/engine/src/fold/fold.ts",
  },
  {
    fault: "an import of another package's internals",
    step: "layers",
    file: "packages/agent/src/index.ts",
    text: 'export { match } from "../../engine/src/match/match.ts";\n',
    says: "public-index-only: packages/agent/src/index.ts",
  },
  {
    fault: "a tool that imports the loop",
    step: "layers",
    file: "packages/agent/src/tools/tool.ts",
    text: 'export type { TurnTally } from "../loop/turn-tally.ts";\n',
    says: "the-loop-uses-the-parts: packages/agent/src/tools/tool.ts",
  },
  {
    fault: "a loop that imports a mode",
    step: "layers",
    file: "packages/agent/src/loop/add-user-message.ts",
    text: 'export type { View } from "../modes/view.ts";\n',
    says: "loop-knows-no-mode: packages/agent/src/loop/add-user-message.ts",
  },
  {
    fault: "a cycle",
    step: "layers",
    file: "packages/engine/src/run/clock.ts",
    text: 'export { createHooks } from "../engine.ts";\n',
    says: "no-cycles: packages/engine/src/",
  },
  {
    fault: "an unused export",
    step: "unused",
    file: "packages/engine/src/run/clock.ts",
    text: "export const nobodyWantsThis = 1;\n",
  },
  {
    fault: "an any",
    step: "format and lint",
    file: "packages/engine/src/run/clock.ts",
    text: "export const loose = (value: any): unknown => value;\n",
  },
  {
    fault: "a wrong type",
    step: "types",
    file: "packages/engine/src/run/clock.ts",
    text: 'export const count: number = "one";\n',
    says: "Type 'string' is not assignable to type 'number'",
  },
  {
    fault: "a handler type with nothing but a name",
    step: "types",
    file: "packages/protocol/src/handlers/table.ts",
    insteadOf: "  mcp_tool: mcpTool,\n",
    text: '  mcp_tool: mcpTool,\n  half: { type: "half" },\n',
    says: "is missing the following properties",
  },
  {
    fault: "a handler type that does not say whether it asks a model",
    step: "types",
    file: "packages/protocol/src/handlers/mcp-tool.ts",
    insteadOf: "  asksModel: false,\n",
    text: "",
    says: "Property 'asksModel' is missing",
  },
  {
    fault: "a handler type that does not say whether it can run in the background",
    step: "types",
    file: "packages/protocol/src/handlers/command.ts",
    insteadOf: '    background: { field: "async", wakingField: "asyncRewake" },\n',
    text: "",
    says: "Property 'background' is missing",
  },
  {
    fault: "a required text of a handler type that may be anything",
    step: "types",
    file: "packages/protocol/src/handlers/prompt.ts",
    insteadOf: 'texts: { prompt: "question" }',
    text: "texts: {}",
    says: "Property 'prompt' is missing",
  },
  {
    fault: "a handler type with a way to run that does not exist",
    step: "types",
    file: "packages/protocol/src/handlers/http.ts",
    insteadOf: 'by: "http"',
    text: 'by: "raven"',
    says: '"raven"',
  },
  {
    fault: "a way to run without a runner",
    step: "types",
    file: "packages/protocol/src/handlers/ways-to-run.ts",
    insteadOf: "  readonly process: Program;\n",
    text: "  readonly process: Program;\n  readonly pigeon: Program;\n",
    says: "Property 'pigeon' is missing",
  },
  {
    fault: "a form of answers without a reader",
    step: "types",
    file: "packages/protocol/src/handlers/ways-to-run.ts",
    insteadOf: "  readonly output: undefined;\n",
    text: "  readonly output: undefined;\n  readonly song: undefined;\n",
    says: "Property 'song' is missing",
  },
  {
    fault: "a branch on the type of a handler",
    step: "names",
    file: "packages/bench/src/print.ts",
    text: 'export const isWeb = (handler: { type: string }): boolean => handler.type === "http";\n',
  },
  {
    fault: "a branch on the type of a handler, after destructuring",
    step: "names",
    file: "packages/engine/src/run/clock.ts",
    text: 'export const isShell = ({ type }: { type: string }): boolean => type === "command";\n',
  },
  {
    fault: "a stale JSON Schema",
    step: "generated",
    file: "packages/protocol/schemas/PreToolUse.input.json",
    text: "\n",
  },
  {
    fault: "a stale generated file of the kit",
    step: "generated",
    file: "packages/kit/src/generated/examples.ts",
    text: "export const byHand = true;\n",
  },
  {
    fault: "a snippet that does not compile",
    step: "snippets",
    file: "README.md",
    text: '\n```ts\nimport { createHook } from "@snaphook/engine";\n\nawait createHook();\n```\n',
  },
  {
    fault: "the product's name written again",
    step: "names",
    file: "packages/engine/src/run/clock.ts",
    text: `// snap${"hook"}\n`,
  },
  {
    fault: "a dropped outcome",
    step: "outcomes",
    file: "packages/agent/src/loop/create-agent.ts",
    text: 'export const greet = async (hooks: Hooks) => {\n  await hooks.fire("SessionStart", { source: "startup" });\n};\n',
  },
  {
    fault: "a dropped step of an outcome",
    step: "outcomes",
    file: "packages/agent/src/loop/run-turn.ts",
    text: 'export const leave = async (agent: Agent) => {\n  await agent.dispatch("SessionEnd", { reason: "other" });\n};\n',
  },
  {
    fault: "an outcome that is read outside effects/",
    step: "outcomes",
    file: "packages/agent/src/loop/warning.ts",
    text: 'export const stops = ({ action }: { action: string }) => action === "stop";\n',
  },
  {
    fault: "a text that reaches the terminal unchanged",
    step: "output",
    file: "packages/bench/src/print.ts",
    text: "export const show = (text: string) => console.log(text);\n",
  },
  {
    fault: "a line of a view that is not made visible",
    step: "output",
    file: "packages/agent/src/modes/print/text-view.ts",
    text: "export const say = (stderr: Output, text: string) => stderr.write(text);\n",
  },
  {
    fault: "a test that measures time",
    step: "names",
    file: "packages/engine/src/run/run-all.test.ts",
    text: "const start = performance.now();\nexpect(performance.now() - start).toBeLessThan(1000);\n",
  },
  {
    fault: "a test that judges how long a run took",
    step: "names",
    file: "packages/engine/src/run/run-all.test.ts",
    text: "export const isQuick = (took: number) => expect(took).toBeLessThan(1000);\n",
  },
  {
    fault: "a package that looks for a marker of the conformance suite",
    step: "names",
    file: "packages/engine/src/run/clock.ts",
    text: 'export const isTried = (text: string): boolean => text.includes("ORC_");\n',
  },
  {
    fault: "a package that knows a conformance case by its name",
    step: "names",
    file: "packages/engine/src/run/clock.ts",
    text: "// Needed for ups-two-hooks-one-blocks.\n",
  },
  {
    fault: "a rule that is cited and does not exist",
    step: "rule ids",
    file: "packages/protocol/src/brand.ts",
    text: "// V99: no such rule.\n",
  },
  {
    fault: "a rule of the contract that no test names",
    step: "rule ids",
    file: "docs/contract.md",
    text: '- <a id="g13"></a>**G13** *(agent)* Nothing proves this.\n',
  },
  {
    fault: "a list of open rules that grew",
    step: "rule ids",
    file: "docs/contract-open.yaml",
    text: "  - { rule: P1, package: engine, built: part, missing: Something. }\n",
  },
  {
    fault: "a test that can only start the sources",
    step: "names",
    file: "packages/cli/src/ends.process.test.ts",
    text: `export const main = "./main${".ts"}";\n`,
  },
];

const root = join(import.meta.dirname, "..");

/** Runs one step of `npm run check` in a copy; returns its output if it fails. */
async function failure(copy: string, step: string): Promise<string | undefined> {
  const child = spawn("npm", ["run", "check", "--", "--step", step], {
    cwd: copy,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [stdout, status] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.on("exit", resolve)),
  ]);
  return status === 0 ? undefined : stdout;
}

function report(fault: string, step: string, noticed: boolean): void {
  console.log(`${noticed ? "ok  " : "FAIL"} ${fault} fails "${step}"`);
  if (!noticed) process.exitCode = 1;
}

function copyRepository(copy: string): void {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  for (const file of listed.split("\0").filter(Boolean)) cpSync(join(root, file), join(copy, file));
  cpSync(join(root, "node_modules"), join(copy, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  execFileSync("git", ["add", "--all"], { cwd: copy });
}

async function checkSound(copy: string, step: string): Promise<void> {
  if ((await failure(copy, step)) !== undefined) throw new Error(`"${step}" fails without a fault`);
}

function change(copy: string, { file, text: added, insteadOf }: Fault): void {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  if (insteadOf !== undefined && !before.includes(insteadOf))
    throw new Error(`${file} has no ${JSON.stringify(insteadOf)}`);
  writeFileSync(path, insteadOf ? before.replace(insteadOf, added) : before + added);
}

/** Plants faults of one step, and takes them out again. */
async function plant(copy: string, step: string, planted: readonly Fault[]): Promise<void> {
  for (const fault of planted) change(copy, fault);
  const output = await failure(copy, step);
  for (const { file } of planted) cpSync(join(root, file), join(copy, file));
  for (const { fault, says = "" } of planted) report(fault, step, output?.includes(says) ?? false);
}

/** Faults to plant at the same time: those of a step that it names, and every other one by itself. */
function groupsOf(planted: readonly Fault[]): readonly (readonly Fault[])[] {
  const named = planted.filter(({ says }) => says !== undefined);
  const others = planted.filter(({ says }) => says === undefined);
  return [...Map.groupBy(named, ({ step }) => step).values(), ...others.map((fault) => [fault])];
}

// npm run check:planted-faults -- types: only the faults of that step, or whose name contains that word.
const [, , word = ""] = process.argv;
const wanted = faults.filter(({ fault, step }) => step === word || fault.includes(word));
const work = [
  ...[...new Set(wanted.map(({ step }) => step))].map(
    (step) => (copy: string) => checkSound(copy, step),
  ),
  ...groupsOf(wanted).map((group) => (copy: string) => plant(copy, group[0]?.step ?? "", group)),
];
// Two at a time, each in its own copy: most steps use one processor.
const copies = ["first", "second"].map(() => mkdtempSync(join(tmpdir(), "planted-faults-")));
try {
  for (const copy of copies) copyRepository(copy);
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = work.shift(); next; next = work.shift()) await next(copy);
    }),
  );
  const [copy = ""] = copies;
  if (word === "" || word === "test:packed")
    for (const { fault, noticed } of packedFaults(copy)) report(fault, "test:packed", noticed);
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
