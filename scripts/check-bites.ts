// Proves that npm run check and npm run test:packed can fail: plants one fault at a time in a copy of the repository
// and expects the step that must notice.
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedFaults } from "./check-bites/packed-faults.ts";

interface Fault {
  readonly fault: string;
  readonly step: string;
  readonly file: string;
  readonly text: string;
}

const faults: readonly Fault[] = [
  {
    fault: "a layer violation",
    step: "layers",
    file: "packages/engine/src/fold/fold.ts",
    text: 'import { cwd } from "node:process";\nconsole.log(cwd());\n',
  },
  {
    fault: "an import of another package's insides",
    step: "layers",
    file: "packages/agent/src/index.ts",
    text: 'export { match } from "../../engine/src/match/match.ts";\n',
  },
  {
    fault: "a tool that knows the loop",
    step: "layers",
    file: "packages/agent/src/tools/tool.ts",
    text: 'export type { TurnTally } from "../loop/turn-tally.ts";\n',
  },
  {
    fault: "a loop that knows a mode",
    step: "layers",
    file: "packages/agent/src/loop/say.ts",
    text: 'export type { View } from "../modes/view.ts";\n',
  },
  {
    fault: "a cycle",
    step: "layers",
    file: "packages/engine/src/run/clock.ts",
    text: 'export { createHooks } from "../engine.ts";\n',
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
    fault: "a list of what is not built that grew",
    step: "rule ids",
    file: "docs/contract-open.yaml",
    text: "  - { rule: P1, package: engine, built: part, missing: Something. }\n",
  },
  {
    fault: "a test that can start nothing but the sources",
    step: "names",
    file: "packages/cli/src/ends.process.test.ts",
    text: `export const main = "./main${".ts"}";\n`,
  },
];

const root = join(import.meta.dirname, "..");
const copy = mkdtempSync(join(tmpdir(), "check-bites-"));
/** One step of the check, as `npm run check` runs it. */
const passes = (step: string): boolean =>
  spawnSync("npm", ["run", "check", "--", "--step", step], { cwd: copy }).status === 0;

function report(fault: string, step: string, noticed: boolean): void {
  console.log(`${noticed ? "ok  " : "FAIL"} ${fault} fails "${step}"`);
  if (!noticed) process.exitCode = 1;
}

try {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  for (const file of listed.split("\0").filter(Boolean)) cpSync(join(root, file), join(copy, file));
  cpSync(join(root, "node_modules"), join(copy, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  for (const { fault, step, file, text } of faults) {
    if (!passes(step)) throw new Error(`"${step}" fails without a fault`);
    const path = join(copy, file);
    const before = readFileSync(path, "utf8");
    appendFileSync(path, text);
    const noticed = !passes(step);
    writeFileSync(path, before);
    report(fault, step, noticed);
  }
  for (const { fault, noticed } of packedFaults(copy)) report(fault, "test:packed", noticed);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
