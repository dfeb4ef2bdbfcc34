import { splitRules } from "@snaphook/engine/rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleOptionProblems, ruleOptionWarnings } from "./rule-options.ts";
import { folders, kindOf, permissionsIn, settingsOf } from "./testing.ts";

describe("C5 permissions of settings", () => {
  it("C5 judging never throws, whatever permissions contain", async () => {
    const place = folders();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (permissions) => {
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

describe("rules with their sources", () => {
  it("each rule says where it comes from, also one that was added during the session", async () => {
    const place = folders();
    const permissions = permissionsIn(place, {
      settings: () => [settingsOf({ allow: ["Read"], deny: ["Bash(rm x)"] }, "user")],
      allowedTools: ["Edit"],
      disallowedTools: ["WebFetch"],
    });
    const problems = await permissions.update([
      {
        type: "addRules",
        behavior: "ask",
        rules: [{ toolName: "Write" }],
        destination: "localSettings",
      },
    ]);
    expect(problems).toEqual([]);
    expect(permissions.rules()).toEqual([
      { behavior: "deny", rule: "WebFetch", source: "session" },
      { behavior: "allow", rule: "Edit", source: "session" },
      { behavior: "allow", rule: "Read", source: "user", file: expect.any(String) },
      { behavior: "deny", rule: "Bash(rm x)", source: "user", file: expect.any(String) },
      {
        behavior: "ask",
        rule: "Write",
        source: "local",
        file: expect.stringMatching(/settings\.local\.json$/),
      },
    ]);
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

  it("C5 deny rules in a text instead of a list are in force", async () => {
    const { bash } = permissionsIn(folders(), { permissions: { deny: "Bash" } });
    expect(kindOf(await bash("ls"))).toBe("deny");
  });

  it("C5 one for an unknown tool is reported, with the name that was probably meant", () => {
    expect(ruleOptionWarnings("--disallowedTools", ["Bsh, mcp__db Edit"])).toEqual([
      '--disallowedTools Bsh has no effect: no known tool is called "Bsh"; names are exact and case-sensitive; did you mean "Bash"?',
    ]);
  });

  it("C5 an invalid one is reported", () => {
    expect(ruleOptionProblems("--disallowedTools", ["Edit Bash(rm"])).toEqual([
      expect.stringMatching(/^--disallowedTools: "Bash\(rm" is not a permission rule; write /),
    ]);
  });
});
