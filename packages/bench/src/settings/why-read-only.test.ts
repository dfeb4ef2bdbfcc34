import { expect, it } from "vitest";
import { whyReadOnly } from "./why-read-only.ts";

it.each([
  ["managed", "only the administrator changes, in /etc/policy.json"],
  ["plugin", "part of the plugin tools, which an update would write again"],
  ["settings-flag", "is not a settings file of yours"],
  ["skill", "is not a settings file of yours"],
  ["code", "is not a settings file of yours"],
] as const)("U1 a hook of the scope %s is read-only, with the reason", (scope, why) => {
  const origin = { scope, root: undefined, needsTrust: false, owner: "tools" };
  const source = { file: "/etc/policy.json", line: 1, column: 1, path: "" };
  expect(whyReadOnly({ id: "0123456789ab", origin, source })).toContain(why);
});

it.each(["user", "project", "local"] as const)("U1 a hook of the scope %s is not", (scope) => {
  const origin = { scope, root: undefined, needsTrust: false, owner: undefined };
  const source = { file: "settings.json", line: 1, column: 1, path: "" };
  expect(whyReadOnly({ id: "0123456789ab", origin, source })).toBeUndefined();
});
