import { describe, expect, it } from "vitest";
import { behaviours } from "./behaviours.ts";
import type { Driver } from "./driver.ts";
import { runPlay } from "./run-play.ts";

/** Every behaviour with one framework: it passes, or the framework cannot express it and the user reads why. */
export function testBehaviours(driver: Driver): void {
  describe(driver.name, () => {
    for (const { name, needs, play, check } of behaviours) {
      if (needs !== undefined && driver.notApplicable?.[needs] !== undefined) continue;
      const limit = driver.cannot.find(({ cannot }) => cannot === needs);
      if (limit === undefined) it.concurrent(name, async () => check(await runPlay(driver, play)));
      else if (!limit.byTypes)
        it.concurrent(`${name}: cannot, because ${limit.because}`, async () => {
          const { userRead } = await runPlay(driver, play);
          expect(userRead.join("\n")).toContain(limit.because);
        });
    }
  });
}
