// npm run check:rules: compares docs/contract.md with the code and tests that cite it.
//
// 1. Every id in a comment, a test's name or a page exists in the contract.
// 2. Every rule is named by a test in each package that is responsible for it, or is listed in docs/contract-open.yaml.
// 3. That list contains nothing that is built, and exactly as many entries as its limit.
// 4. The contract and the code have the same events and profile questions.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { citationsInComments, citationsInPage } from "./check-rules/citations.ts";
import { codeDifferences } from "./check-rules/code-differences.ts";
import { readContract } from "./check-rules/contract-page.ts";
import { type Built, problemsOfOpenList, readOpenList } from "./check-rules/open-list.ts";
import { idsIn, idsInCell } from "./check-rules/rule-ids.ts";
import { readTestTitles } from "./check-rules/test-titles.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && !/\/(?:fixtures|cases|schemas)\//.test(file));
const isTest = (file: string): boolean => file.endsWith(".test.ts");

const page = readContract(read("docs/contract.md"));
const list = readOpenList(read("docs/contract-open.yaml"));
const tests = files.filter(isTest).map((file) => {
  const { titles, cells } = readTestTitles(read(file));
  return { file, ids: new Set([...titles.flatMap(idsIn), ...cells.flatMap(idsInCell)]) };
});

/** The conformance cases are played by the agent. */
function packageOf(file: string): string {
  const [first = "", second = ""] = file.split("/");
  if (first === "conformance") return "agent";
  return first === "packages" ? second : first;
}
const namedBy = new Set(
  tests.flatMap(({ file, ids }) => [...ids].map((id) => `${id} ${packageOf(file)}`)),
);
const agentSources = files
  .filter((file) => file.startsWith("packages/agent/src/") && !isTest(file))
  .map(read)
  .join("\n");
const built: Built = {
  isNamed: (rule, name) => namedBy.has(`${rule} ${name}`),
  isFired: (event) => agentSources.includes(`"${event}"`),
};

function citationsIn(file: string): readonly { readonly id: string; readonly line: number }[] {
  if (/\.[cm]?[jt]s$/.test(file)) return citationsInComments(read(file));
  return file.endsWith(".md") ? citationsInPage(read(file)) : [];
}
const isUnknown = (id: string): boolean => !page.rules.has(id);
const unknownIds = [
  ...tests.flatMap(({ file, ids }) =>
    [...ids]
      .filter(isUnknown)
      .map((id) => `${file}: a test names ${id}, and there is no such rule`),
  ),
  ...files.flatMap((file) =>
    citationsIn(file)
      .filter(({ id }) => isUnknown(id))
      .map(({ id, line }) => `${file}:${line}: there is no rule ${id}`),
  ),
];

const pairs = [...page.rules.values()].flatMap(({ id, packages }) =>
  packages.map((name) => ({ id, name })),
);
const unproven = pairs.filter(({ id, name }) => !built.isNamed(id, name));
const isOpen = (id: string, name: string): boolean =>
  list.open.some((entry) => "rule" in entry && entry.rule === id && entry.package === name);

const problems = [
  ...page.problems,
  ...unknownIds,
  ...unproven
    .filter(({ id, name }) => !isOpen(id, name))
    .map(({ id, name }) => `${id}: no test of ${name} names it`),
  ...problemsOfOpenList(list, page, built),
  ...codeDifferences(page, list, built),
];
for (const problem of problems) console.error(problem);
console.log(
  `${page.rules.size} rules; of ${pairs.length} pairs of a rule and a package that answers for it ${pairs.length - unproven.length} have a test; ${list.open.length} entries are open`,
);
if (problems.length > 0) process.exitCode = 1;
