// The vitest runner of check-profile-tests.ts.
import { type RunnerTestCase, TestRunner } from "vitest";
import { swapAnswers, swapsVariable } from "./swap-answers.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The swaps with which the test fails. */
    noticed?: readonly string[];
  }
}

/** Swaps that no test of this worker has noticed yet. Files share the worker, but not this module. */
const worker = globalThis as { unnoticed?: readonly string[] };
worker.unnoticed ??= (process.env[swapsVariable] ?? "").split(",").filter(Boolean);

/** Runs every test unchanged, and then once with each swap that was not noticed yet. */
// biome-ignore lint/style/noDefaultExport: vitest takes the runner from there
export default class SwapRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    await run();
    const noticed: string[] = [];
    for (const swap of worker.unnoticed ?? []) {
      const swapBack = swapAnswers(swap);
      try {
        await run();
      } catch {
        noticed.push(swap);
      } finally {
        swapBack();
      }
    }
    // It still passes, so the swaps made it fail, and not the repetition.
    if (noticed.length > 0) await run();
    worker.unnoticed = worker.unnoticed?.filter((swap) => !noticed.includes(swap)) ?? [];
    test.meta.noticed = noticed;
  }
}
