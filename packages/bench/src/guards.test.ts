import { brand } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { howGuardsAreProtected } from "./guards.ts";

it("T5 explain and hooks say how settings and hook scripts are protected, and why there is no sandbox", () => {
  const variable = `${brand.environmentPrefix}WALL`;
  expect(howGuardsAreProtected({ [variable]: "off" })).toBe(
    `the agent's commands run without a sandbox (${variable} is off); changes of settings and hook scripts are found by comparison`,
  );
  expect(howGuardsAreProtected({ [variable]: "no" })).toContain('is "no"; it must be on or off');
  expect(howGuardsAreProtected({})).toMatch(
    /in a sandbox where settings and hook scripts are read-only|bubblewrap \(bwrap\) is not installed|used on Linux only/,
  );
});
