import { expect, it } from "vitest";
import { whatIsLost } from "./what-is-lost.ts";

it.each([
  [["model"], "the rest of the settings applies"],
  [["permissions.allow[0]", "hooksFoo"], "the rest of the settings applies"],
  [["hooks.PreToolUse[0].hooks[0].type"], /; hooks among these entries do not run$/],
  [
    ["hooks.Stop[0]", "permissions.deny[1]"],
    /do not run; rules among these entries refuse nothing/,
  ],
  [[""], /a file that cannot be read do not apply$/],
] as const)("C5 without entries at %j a session lacks only what they could do", (paths, text) => {
  const lost = whatIsLost(paths.map((path) => ({ path })));
  if (typeof text === "string") expect(lost).toBe(text);
  else expect(lost).toMatch(text);
});
