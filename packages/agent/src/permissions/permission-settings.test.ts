import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { permissionProblems, readPermissions } from "./permission-settings.ts";
import { ruleOptionProblems, splitRules } from "./split-rules.ts";
import { folders, kindOf, permissionsIn, settingsOf } from "./testing.ts";

describe("C5 permissions of settings", () => {
  it("C5 only bad parts are ignored, each reported with file, key, what was found and what to write", () => {
    const settings = settingsOf(
      {
        allow: ["Bash(git:*)", 7, "Bash(", "Edit(a/../b)"],
        deny: "Bash",
        ask: null,
        additionalDirectories: ["../x", "", {}],
        defaultMode: "yolo",
        unknown: 1,
      },
      "user",
      "/etc/settings.json",
    );
    const { allow, deny, ask, directories, defaultMode } = readPermissions(settings);
    expect({ allow, deny, ask, directories, defaultMode }).toEqual({
      allow: ["Bash(git:*)"],
      deny: [],
      ask: [],
      directories: ["../x"],
      defaultMode: undefined,
    });
    const problems = permissionProblems([settings]);
    expect(problems).toHaveLength(8);
    expect(problems.every((text) => text.startsWith("/etc/settings.json: permissions."))).toBe(
      true,
    );
    expect(problems).toContain(
      "/etc/settings.json: permissions.allow[1] is a number; write a string",
    );
    expect(problems).toContain(
      "/etc/settings.json: permissions.deny is a string; write a list of strings",
    );
    expect(problems.find((text) => text.includes("allow[2]"))).toContain("Tool(pattern)");
    expect(problems.find((text) => text.includes("defaultMode"))).toContain("acceptEdits");
  });

  it("C5 permissions that are not an object are reported", () => {
    expect(permissionProblems([settingsOf(["Bash"])])).toEqual([
      'user.json: permissions is a list; write {"allow": […], "ask": […], "deny": […]}',
    ]);
    expect(permissionProblems([settingsOf(undefined)])).toEqual([]);
  });

  it("T4 bypassPermissions of a project is reported", () => {
    const [problem] = permissionProblems([
      settingsOf({ defaultMode: "bypassPermissions" }, "local"),
    ]);
    expect(problem).toContain("a project cannot choose");
  });

  it("C5 reading and judging never throw, whatever permissions contain", async () => {
    const place = folders();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (permissions) => {
        readPermissions(settingsOf(permissions));
        const { bash } = permissionsIn(place, { permissions: { allow: permissions } });
        expect(kindOf(await bash("touch A"))).toMatch(/^(?:question|allow)$/);
      }),
    );
  });

  it("G1 rules of all scopes apply together, in their current state", async () => {
    const scopes = [
      settingsOf({ allow: ["Bash(touch:*)"] }, "project"),
      settingsOf({ allow: ["Bash(rm:*)"] }, "user"),
      settingsOf({ deny: ["Bash(rm x)"] }, "managed"),
    ];
    const { bash } = permissionsIn(folders(), { settings: () => scopes });
    const line = "touch A; rm B";
    expect([await bash(line), kindOf(await bash("rm x"))]).toEqual(["allow", "deny"]);
    scopes.shift();
    expect(kindOf(await bash(line))).toBe("question");
  });
});

describe("rules of the command line", () => {
  it.each([
    [["Bash(git log:*) Edit,Write"], ["Bash(git log:*)", "Edit", "Write"]],
    [
      ["Bash(a, b)", " Read , "],
      ["Bash(a, b)", "Read"],
    ],
    [["Bash(echo (a b) c) Edit"], ["Bash(echo (a b) c)", "Edit"]],
    [["Bash(rm"], ["Bash(rm"]],
    [["", ","], []],
  ])("G1 %j are the rules %j", (items, rules) => {
    expect(splitRules(items)).toEqual(rules);
  });

  it("G1 they act as rules of the session", async () => {
    const { bash, judge } = permissionsIn(folders(), {
      allowedTools: ["Bash(touch:*),Bash(npm run *)"],
      disallowedTools: ["WebFetch Bash(touch secret)"],
    });
    expect(await bash("touch A && npm run x")).toBe("allow");
    expect(kindOf(await bash("touch secret"))).toBe("deny");
    expect(kindOf(await judge("WebFetch", { url: "https://example.com" }))).toBe("deny");
  });

  it("C5 an invalid one is reported", () => {
    expect(ruleOptionProblems("--disallowedTools", ["Edit Bash(rm"])).toEqual([
      expect.stringMatching(/^--disallowedTools: "Bash\(rm" is not a permission rule; write /),
    ]);
  });
});
