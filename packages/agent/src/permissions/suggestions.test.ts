import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folders, permissionsIn } from "./testing.ts";

const place = folders();
const acceptEdits = { type: "setMode", mode: "acceptEdits", destination: "session" };

describe("G6 permission_suggestions", () => {
  it.each([
    ["touch A && echo B", ["touch:*"]],
    ["git push origin main", ["git push:*"]],
    ["npm run build -- --fast; rm A; rm B", ["npm run build:*", "rm:*"]],
    ["timeout 5 make x", []],
    ["ls", []],
    ["bash -c 'rm A'", []],
    ["$PROGRAM x", []],
    ["python3 -c 'import os'", []],
    ["/usr/bin/python3.12 x.py", []],
    ["node -e 1", []],
    ["perl -e 1", []],
    ["ruby -e 1", []],
    ["php -r 1", []],
    ["awk 'BEGIN { system(\"rm A\") }'", []],
    ["uv run python x.py", []],
    ["deno eval 1", []],
    ["touch A; python3 x.py", []],
    ["touch A; ❯ x", []],
    ["touch A > B", []],
    ["git -C x push", []],
    ["touch 'A", []],
  ])("G6 for %s: rules %j", (command, patterns) => {
    const rules = patterns.map((ruleContent) => ({ toolName: "Bash", ruleContent }));
    const expected = { type: "addRules", rules, behavior: "allow", destination: "localSettings" };
    const { suggestions } = permissionsIn(place);
    expect(suggestions("Bash", { command })).toEqual(rules.length === 0 ? [] : [expected]);
  });

  it("G6 a user who accepts the suggestion is not asked again", async () => {
    const project = folders();
    const { bash, suggestions, update } = permissionsIn(project);
    const command = "touch A && git commit -m x; echo y";
    expect(await update(suggestions("Bash", { command }))).toEqual([]);
    expect(await bash(command)).toBe("allow");
    expect(suggestions("Bash", { command })).toEqual([]);
  });

  it("G6 for an edit: acceptEdits, and the directory where it is not the project's", () => {
    const { suggestions } = permissionsIn(place);
    expect(suggestions("Edit", { file_path: join(place.project, "a") })).toEqual([acceptEdits]);
    expect(suggestions("Write", { file_path: join(place.home, "other/a") })).toEqual([
      acceptEdits,
      { type: "addDirectories", directories: [join(place.home, "other")], destination: "session" },
    ]);
  });

  it("G6 for a fetch: its host; for another tool: the tool; for reading: nothing", () => {
    const { suggestions } = permissionsIn(place);
    const rule = (value: object) => [
      { type: "addRules", rules: [value], behavior: "allow", destination: "localSettings" },
    ];
    expect(suggestions("WebFetch", { url: "https://docs.example.com/x?y" })).toEqual(
      rule({ toolName: "WebFetch", ruleContent: "domain:docs.example.com" }),
    );
    expect(suggestions("WebFetch", { url: "nonsense" })).toEqual([]);
    expect(suggestions("mcp__a__b", {})).toEqual(rule({ toolName: "mcp__a__b" }));
    expect(suggestions("Read", { file_path: "/etc/hosts" })).toEqual([]);
  });
});
