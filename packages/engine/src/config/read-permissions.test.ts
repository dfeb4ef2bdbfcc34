import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Scope } from "../stages/snapshot.ts";
import { readPermissions } from "./read-permissions.ts";
import { newWorld } from "./testing.ts";

const read = (permissions: unknown, scope: Scope = "user") =>
  readPermissions({
    values: { permissions },
    origin: { scope, root: undefined, needsTrust: scope === "project", owner: undefined },
  });

const textsOf = (permissions: unknown, scope?: Scope): readonly string[] =>
  read(permissions, scope).findings.map(({ message, advice }) => `${message}; ${advice}`);

describe("C5 permissions of settings", () => {
  it("C5 only bad parts are ignored, each reported with key, what was found and what to write", () => {
    const { findings, ...valid } = read({
      allow: ["Bash(git:*)", 7, "Bash(", "Edit(a/../b)"],
      deny: { Bash: true },
      ask: null,
      additionalDirectories: ["../x", "", {}],
      defaultMode: "yolo",
      disableBypassPermissionsMode: true,
      unknown: 1,
    });
    expect(valid).toEqual({
      allow: ["Bash(git:*)"],
      deny: [],
      ask: [],
      directories: ["../x"],
      defaultMode: undefined,
      disablesBypass: true,
    });
    expect(findings.map(({ path }) => path.slice(1).join("."))).toEqual([
      "unknown",
      "defaultMode",
      "disableBypassPermissionsMode",
      "allow.1",
      "allow.2",
      "allow.3",
      "ask",
      "deny",
      "additionalDirectories.1",
      "additionalDirectories.2",
    ]);
    const texts = findings.map(({ message, advice }) => `${message}; ${advice}`);
    expect(texts).toContain(
      "permissions.allow[1] is a number, so it allows nothing; write a string",
    );
    expect(texts).toContain(
      "permissions.deny is an object, so it denies nothing; write a list of strings",
    );
  });

  it("C5 a text instead of a list of deny or ask rules is read as rules, and reported; one that allows is ignored", () => {
    const { allow, ask, deny, findings } = read({
      allow: "Bash",
      ask: "Bash(git push:*), Edit",
      deny: "Bash",
    });
    expect({ allow, ask, deny }).toEqual({
      allow: [],
      ask: ["Bash(git push:*)", "Edit"],
      deny: ["Bash"],
    });
    expect(findings.map(({ message }) => message)).toEqual([
      "permissions.allow is a string, so it allows nothing",
      'permissions.ask is a text, not a list; it is read as ["Bash(git push:*)","Edit"]',
      'permissions.deny is a text, not a list; it is read as ["Bash"]',
    ]);
  });

  it.each([
    ["Bsh", 'did you mean "Bash"?'],
    ["bash", 'did you mean "Bash"?'],
    ["Shell", 'did you mean "Bash"?'],
    ["filesystem_write_file", 'did you mean "Write"?'],
    ["Frobnicate", "known: Bash, "],
  ])("C5 a rule for the unknown tool %s is reported", (tool, advice) => {
    for (const list of ["allow", "ask", "deny"] as const) {
      const { findings, ...lists } = read({ [list]: [tool] });
      expect(findings).toHaveLength(1);
      expect(findings[0]?.message).toContain(
        `nothing, unless the host has a tool of that name: no known tool is called "${tool}"`,
      );
      expect(findings[0]?.advice).toContain(advice);
      // A host may have a tool of that name.
      expect(lists[list]).toEqual([tool]);
    }
  });

  it("C5 an unknown tool with a pattern is called unknown, not a tool without patterns", () => {
    expect(textsOf({ allow: ["bash(rm *)"] })).toEqual([
      'permissions.allow[0] is not valid (no known tool is called "bash"; names are exact and case-sensitive), so it allows nothing; did you mean "Bash"?',
    ]);
  });

  it("M7 a deny or ask rule with a pattern for an unknown tool covers every call of that tool, and is reported", () => {
    for (const list of ["deny", "ask"] as const)
      expect(read({ [list]: ["Shell(rm:*)"] })[list]).toEqual(["Shell"]);
    expect(textsOf({ deny: ["Shell(rm:*)"] })).toEqual([
      'permissions.deny[0] denies nothing, unless the host has a tool of that name; it then denies every call of it, because a pattern for an unknown tool cannot be checked: no known tool is called "Shell"; names are exact and case-sensitive; did you mean "Bash"?',
    ]);
  });

  it("C5 tools of MCP servers, of other hosts and with former names are not reported", () => {
    expect(textsOf({ deny: ["mcp__db", "mcp__db__*", "Task", "MultiEdit", "KillShell"] })).toEqual(
      [],
    );
  });

  it("C5 an unknown key is reported, notes and keys of other hosts are not", () => {
    expect(textsOf({ denny: ["Bash"] })).toEqual([
      'permissions.denny is not a known key, so it is ignored; did you mean "deny"?',
    ]);
    expect(textsOf({ forbid: ["Bash"] })[0]).toContain("known keys: allow, ask, deny");
    expect(textsOf({ _note: "why", "// deny": [], disableAutoMode: "disable" })).toEqual([]);
  });

  it("C5 permissions that are not an object are reported", () => {
    expect(textsOf(["Bash"])).toEqual([
      'permissions is a list, so it is ignored; write {"allow": […], "ask": […], "deny": […]}',
    ]);
    expect(textsOf(undefined)).toEqual([]);
  });

  it("T4 bypassPermissions of a project is reported", () => {
    expect(textsOf({ defaultMode: "bypassPermissions" }, "local")[0]).toContain(
      "a project cannot choose",
    );
  });

  it("C5 the diagnostic has file, line and column; rules outside of permissions are reported too", async () => {
    const world = newWorld();
    const file = world.write(
      "home/.claude/settings.json",
      '{\n  "permissions": {\n    "deny": ["Bsh"]\n  },\n  "deny": ["Bash"]\n}\n',
    );
    const { diagnostics } = await world.load();
    expect(
      diagnostics.map(({ code, place }) => [code, place.file, place.line, place.column]),
    ).toEqual([
      ["unknown-tool", file, 3, 14],
      ["unknown-setting", file, 5, 3],
    ]);
  });

  it("C5 reading never throws, whatever permissions contain", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (permissions) => {
        const { deny } = read(permissions);
        expect(Array.isArray(deny)).toBe(true);
      }),
    );
  });
});
