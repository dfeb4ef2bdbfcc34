import type { Reporter } from "vitest/node";
import { frameworksAreInstalled } from "./frameworks-installed.ts";

/** Prints at the end which tests were skipped and why. In CI, where everything they need is installed, that is a failure. */
export function skippedTests(): Reporter {
  let isFiltered = false;
  let leftOut: "nothing" | "frameworks" | "packed-frameworks" = "nothing";
  return {
    onInit(vitest) {
      isFiltered = vitest.config.testNamePattern !== undefined;
      // npm test or npm run test:packed; a run of some files leaves out more than that.
      const args = process.argv.slice(2).join(" ");
      if (args === "run") leftOut = "frameworks";
      if (args === "run --project packed" && !frameworksAreInstalled) leftOut = "packed-frameworks";
    },
    onTestRunEnd(modules) {
      if (leftOut !== "nothing") reportFrameworks(leftOut);
      if (leftOut === "frameworks")
        console.log("only a few sessions in a terminal are played: npm run terminal plays all\n");
      const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")]);
      if (skipped.length === 0 || isFiltered) return;
      const reasons = Map.groupBy(skipped, (test) => {
        const result = test.result();
        return (result.state === "skipped" && result.note) || `no reason: ${test.module.moduleId}`;
      });
      const counts = [...reasons].map(([note, tests]) => `${tests.length} (${note})`).join(", ");
      const isFailure = process.env["CI"] !== undefined;
      const words = isFailure
        ? "FAIL: no test may be skipped in CI, and these were"
        : "skipped tests";
      console.log(`${words}: ${counts}\n`);
      if (isFailure) process.exitCode = 1;
    },
  };
}

/** CI runs `npm run frameworks` as a step of its own, and the packed examples after it. */
function reportFrameworks(leftOut: "frameworks" | "packed-frameworks"): void {
  const isFailure = leftOut === "packed-frameworks" && process.env["CI"] !== undefined;
  const words = isFailure ? "FAIL: not tested in CI" : "not tested";
  console.log(
    `${words}: adapters and examples with the real frameworks; npm run frameworks installs and tests them\n`,
  );
  if (isFailure) process.exitCode = 1;
}
