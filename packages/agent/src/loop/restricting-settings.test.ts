import { expect, it } from "vitest";
import { restrictingSettings } from "./restricting-settings.ts";

const kept = (settings: object) => JSON.parse(restrictingSettings(JSON.stringify(settings)));

it("T7 keeps what restricts and drops what gives rights", () => {
  expect(
    kept({
      model: "x",
      env: { A: "b" },
      hooks: { Stop: [] },
      sandbox: { enabled: true },
      permissions: { deny: ["Bash"], ask: ["Edit"], allow: ["Write"], defaultMode: "acceptEdits" },
    }),
  ).toEqual({ sandbox: { enabled: true }, permissions: { deny: ["Bash"], ask: ["Edit"] } });
});

it("C4 disableAllHooks leaves the administrator's own hooks on", () => {
  expect(kept({ disableAllHooks: true })).toEqual({ allowManagedHooksOnly: true });
  expect(kept({ disableAllHooks: "false" })).toEqual({});
});

it.each(["{", "[]"])("%s is refused with an example", (text) => {
  expect(() => restrictingSettings(text)).toThrow(/^--managed-settings: .*expected JSON such as/);
});
