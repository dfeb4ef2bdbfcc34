import { describe, expect, it } from "vitest";
import { chosenProfile } from "./profile-setting.ts";
import { newWorld } from "./testing.ts";

const says = (name: unknown) => JSON.stringify({ model: "x", hookProfile: name }, undefined, 2);
const user = "home/.claude/settings.json";

describe("chosenProfile", () => {
  it("Q2 managed settings decide, then the user's", async () => {
    const world = newWorld();
    expect(chosenProfile(await world.load())).toBeUndefined();
    world.write(user, says("envoy"));
    expect(chosenProfile(await world.load())).toBe("envoy");
    world.write("managed.json", says("claude-code"));
    expect(chosenProfile(await world.load())).toBe("claude-code");
  });

  it.each(["project/.claude/settings.json", "project/.claude/settings.local.json", "flag.json"])(
    "Q2 T4 %s cannot choose it, which is reported",
    async (name) => {
      const world = newWorld();
      world.write("flag.json", "{}");
      const file = world.write(name, says("claude-code"));
      const snapshot = await world.load({ settings: world.at("flag.json") });
      expect(chosenProfile(snapshot)).toBeUndefined();
      expect(snapshot.diagnostics).toMatchObject([
        { code: "profile-not-here", place: { file, line: 3, path: "hookProfile" } },
      ]);
    },
  );

  it.each(["claude", "", "__proto__", "toString", 1, null, {}])(
    "Q2 the unknown profile %j is reported and ignored",
    async (name) => {
      const world = newWorld();
      const file = world.write("managed.json", says(name));
      world.write(user, says("envoy"));
      const snapshot = await world.load();
      expect(chosenProfile(snapshot)).toBe("envoy");
      expect(snapshot.diagnostics).toMatchObject([
        {
          code: "unknown-profile",
          level: "error",
          place: { file, line: 3, column: 18, path: "hookProfile" },
          advice: expect.stringContaining("claude-code"),
        },
      ]);
    },
  );
});
