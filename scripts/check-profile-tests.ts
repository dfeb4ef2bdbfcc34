// Proves that the tests of section 12 of the contract can fail: swaps one answer at a time between two profiles, and expects a test to fail.
import { join } from "node:path";
import { type Profile, type ProfileName, profiles } from "@snaphook/protocol";
import { startVitest } from "vitest/node";

/** Questions that no test covers yet, and why. Fails if another question has no test, or if one of these has one. */
const untested: Partial<Record<keyof Profile, string>> = {};

const pairs: readonly (readonly [ProfileName, ProfileName])[] = [
  ["reference", "claude-code"],
  ["reference", "envoy"],
  ["claude-code", "envoy"],
];
/** If one of the two profiles has the reference's answer, the swap with the reference already covers it. */
const isNew = (profile: ProfileName, question: keyof Profile): boolean =>
  profile === "reference" || profiles[profile][question] !== profiles.reference[question];
const questions = (Object.keys(profiles.reference) as (keyof Profile)[]).filter(
  (question) => question !== "name",
);
const swaps = pairs.flatMap(([one, other]) =>
  questions
    .filter((question) => profiles[one][question] !== profiles[other][question])
    .filter((question) => isNew(one, question) && isNew(other, question))
    .map((question) => ({ question, swap: `${question} ${one} ${other}` })),
);

const root = join(import.meta.dirname, "..");
const silent = { onTestRunEnd() {} };
const project = (name: string, swap: string | undefined) => ({
  extends: true as const,
  test: {
    name,
    ...(swap === undefined
      ? {}
      : { setupFiles: [join(root, "scripts/swap-answers.ts")], env: { SWAPPED_ANSWER: swap } }),
  },
});

const started = performance.now();
const vitest = await startVitest("test", ["/section-12-"], {
  root,
  watch: false,
  isolate: false,
  reporters: [silent],
  projects: [project("as it is", undefined), ...swaps.map(({ swap }) => project(swap, swap))],
});
const failing = new Map<string, number>();
for (const module of vitest.state.getTestModules()) {
  const failed = [...module.children.allTests("failed")].length + module.errors().length;
  failing.set(module.project.name, (failing.get(module.project.name) ?? 0) + failed);
}
await vitest.close();
process.exitCode = 0;

const report = (ok: boolean, text: string) => {
  console.log(`${ok ? "ok  " : "FAIL"} ${text}`);
  if (!ok) process.exitCode = 1;
};
report(failing.get("as it is") === 0, `${failing.get("as it is")} tests fail without a swap`);
for (const { question, swap } of swaps) {
  const count = failing.get(swap) ?? 0;
  const reason = untested[question];
  const text = swap.split(" ").join("  ").padEnd(56);
  if (count > 0)
    report(
      reason === undefined,
      `${text} ${count} tests fail${reason ? ": remove it from the list of untested questions" : ""}`,
    );
  else report(reason !== undefined, `${text} no test fails${reason ? `: ${reason}` : ""}`);
}
console.log(`${swaps.length} swaps in ${((performance.now() - started) / 1000).toFixed(0)} s`);
