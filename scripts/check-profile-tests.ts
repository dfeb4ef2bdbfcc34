// Proves that the tests of section 12 of the contract can fail: swaps one answer at a time between two profiles, and expects a test to fail.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Profile, type ProfileName, profiles } from "@snaphook/protocol";
import { startVitest } from "vitest/node";
import { swapsVariable } from "./check-profile-tests/swap-answers.ts";

/** Questions that no test covers yet, and why. Fails if another question has no test, or if one of these has one. */
const untested: Partial<Record<keyof Profile, string>> = {
  notificationContext: "tested in packages/agent/src/loop/notifications.test.ts",
  notificationsHeadless: "tested in packages/agent/src/loop/notifications.test.ts",
  trustReview: "tested in packages/terminal/src/session/start/review-start.test.ts",
  agentsAtTerminal: "tested in packages/agent/src/loop/interactive/background.test.ts",
  teams: "tested in packages/agent/src/loop/teams/teams.test.ts",
  driverHooksSkippedOn: "tested by npm run conformance:sdk only",
};

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
const started = performance.now();
/** The first test that fails with each swap. */
const noticed = new Map<string, string>();
const broken: string[] = [];

/** Tries the swaps that nothing has noticed yet with the tests of a folder, in several workers at once. */
async function trySwaps(folder: string): Promise<void> {
  const left = swaps.map(({ swap }) => swap).filter((swap) => !noticed.has(swap));
  const workers = 2 * availableParallelism();
  const shares = Array.from({ length: workers }, (_, share) =>
    left.filter((_swap, index) => index % workers === share),
  );
  const vitest = await startVitest("test", [], {
    root,
    watch: false,
    isolate: false,
    reporters: [silent],
    projects: shares.map((share, index) => ({
      extends: true as const,
      test: {
        name: `share ${index}`,
        runner: join(root, "scripts/check-profile-tests/swap-runner.ts"),
        include: [`${folder}/src/**/section-12-*.test.ts`],
        env: { [swapsVariable]: share.join() },
      },
    })),
  });
  for (const module of vitest.state.getTestModules()) {
    if (module.errors().length > 0) broken.push(module.moduleId);
    for (const test of module.children.allTests()) {
      if (test.result().state !== "passed") broken.push(test.fullName);
      for (const swap of test.meta().noticed ?? []) noticed.set(swap, test.fullName);
    }
  }
  await vitest.close();
}
// The tests of the engine ask pure functions, and notice most swaps; those of the agent play sessions.
await trySwaps("packages/engine");
await trySwaps("packages/agent");
process.exitCode = 0;

const report = (ok: boolean, text: string) => {
  console.log(`${ok ? "ok  " : "FAIL"} ${text}`);
  if (!ok) process.exitCode = 1;
};
report(broken.length === 0, `without a swap these tests fail: ${broken.join(", ") || "none"}`);
for (const { question, swap } of swaps) {
  const test = noticed.get(swap);
  const reason = untested[question];
  const text = swap.split(" ").join("  ").padEnd(56);
  if (test !== undefined)
    report(
      reason === undefined,
      `${text} fails "${test}"${reason ? ": remove it from the list of untested questions" : ""}`,
    );
  else report(reason !== undefined, `${text} no test fails${reason ? `: ${reason}` : ""}`);
}
console.log(`${swaps.length} swaps in ${((performance.now() - started) / 1000).toFixed(0)} s`);
