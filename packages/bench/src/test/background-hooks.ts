import type { Hooks } from "@snaphook/engine";
import type { Mismatch } from "./test-report.ts";

/** How long a test waits for hooks in the background. */
const longestWaitMs = 10_000;

/** P12: waits until the hooks in the background have ended, so that their files can be checked. */
export async function waitForBackground(hooks: Hooks): Promise<readonly Mismatch[]> {
  let stopListening = () => {};
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (hooks.backgroundRuns().length === 0) resolve();
    };
    stopListening = hooks.on(({ type }) => {
      if (type === "background-ended") check();
    });
    timer = setTimeout(resolve, longestWaitMs);
    check();
  });
  clearTimeout(timer);
  stopListening();
  return hooks.backgroundRuns().map(({ run }) => ({
    what: "background",
    expected: `the hook ${run.planned.hook.label} ends within ${longestWaitMs / 1000} s`,
    found: "it still runs, so its files cannot be checked",
  }));
}
