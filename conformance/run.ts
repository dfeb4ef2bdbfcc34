// npm run conformance -- [--jobs N] [--keep] [--json] [NAME or PREFIX* …]: plays the cases and compares.
// Exits with 1 if a case passes or fails against expected-failures.yaml, or if that list is wrong.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { caseNames } from "./case.ts";
import { problemsOfList, readExpectedFailures, surpriseOf } from "./expected-failures.ts";
import { describe, hasPassed, reportOf } from "./report.ts";
import { type CaseResult, runCase } from "./run-case.ts";
import { target } from "./target.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // While a case waits for its hooks, others can run.
    jobs: { type: "string", default: String(3 * availableParallelism()) },
    keep: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const isWanted = (name: string) =>
  positionals.length === 0 ||
  positionals.some((word) =>
    word.endsWith("*") ? name.startsWith(word.slice(0, -1)) : name === word,
  );
const all = caseNames();
const names = all.filter(isWanted);
if (names.length === 0) throw new Error(`no case matches ${positionals.join(" ")}`);

const expected = readExpectedFailures();
const waiting = [...names];
const results: CaseResult[] = [];
const started = performance.now();
async function worker(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const result = await runCase(name, { target, keep: values.keep }).catch(
      (error: unknown): CaseResult => {
        const text = String(error);
        return { name, differences: [{ level: "run", text }], stderr: "", ms: 0 };
      },
    );
    results.push(result);
    if (!values.json) console.log(describe(result));
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, worker));

const report = reportOf(results.sort((one, other) => (one.name < other.name ? -1 : 1)));
const problems = [
  ...problemsOfList(expected, all),
  ...results.flatMap((result) => surpriseOf(result.name, hasPassed(result), expected) ?? []),
];
if (values.json) console.log(JSON.stringify({ ...report, problems }, null, 2));
else {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const inWords = (counts: object) =>
    Object.entries(counts)
      .map((entry) => entry.join(" "))
      .join(", ") || "none";
  console.log(`
families with failures: ${inWords(report.families)}
failures by level: ${inWords(report.levels)}
${report.passed} of ${report.total} passed in ${seconds} s, ${expected.reasons.size} are expected to fail`);
  for (const problem of problems) console.error(`FAIL ${problem}`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
