import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProfileName } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { printLint } from "./lint.ts";
import { fixtures, lintFixture } from "./testing.ts";

interface Expected {
  /** Every finding, as `code file:line:column`. */
  readonly findings: readonly string[];
  /** Good neighbours of bad entries still load. */
  readonly hooks: number;
  readonly settings?: string;
}

interface ExpectedOfCode {
  readonly profile?: ProfileName;
  readonly triggers: Expected;
  readonly "near-miss": Expected;
}

const oddities = "oddities";
const codes = readdirSync(fixtures).filter((name) => name !== oddities);
const expected = <T>(folder: string): T =>
  JSON.parse(readFileSync(join(fixtures, folder, "expect.json"), "utf8"));
const codesOf = (findings: readonly string[]) => findings.map((finding) => finding.split(" ")[0]);

describe("lint", () => {
  it.each(codes)("C5 %s: the right line and column, and not for the near miss", async (code) => {
    const { profile, ...sides } = expected<ExpectedOfCode>(code);
    expect(codesOf(sides.triggers.findings)).toContain(code);
    expect(codesOf(sides["near-miss"].findings)).not.toContain(code);
    for (const side of ["triggers", "near-miss"] as const) {
      const { settings, findings, hooks } = sides[side];
      const linted = await lintFixture(`${code}/${side}`, {
        ...(profile === undefined ? {} : { profile }),
        ...(settings === undefined ? {} : { settings }),
      });
      expect({ findings: linted.findings, hooks: linted.hooks }).toEqual({ findings, hooks });
    }
  });

  it.each(readdirSync(join(fixtures, oddities)))("C9 %s is accepted or explained", async (name) => {
    const { findings, hooks } = await lintFixture(`${oddities}/${name}/project`);
    expect({ findings, hooks }).toEqual(expected<Expected>(`${oddities}/${name}`));
  });

  it("C5 every code has a fixture, and every fixture a code", () => {
    const sources = [import.meta.dirname, join(import.meta.dirname, "../../../engine/src/config")];
    expect(sources.flatMap(codesIn).filter((code) => !codes.includes(code))).toEqual([]);
    expect(codes.filter((code) => !sources.flatMap(codesIn).includes(code))).toEqual([]);
  });

  it("sorts by file, line and column", async () => {
    const { report } = await lintFixture("claude-code-ignores-file/triggers");
    const places = report.diagnostics.map(
      ({ place: { file, line, column } }) =>
        `${file}:${String(line).padStart(5)}:${String(column).padStart(5)}`,
    );
    expect(places).toEqual(places.toSorted());
    expect(new Set(report.diagnostics.map(({ place }) => place.file)).size).toBe(4);
  });
});

/** The codes that the sources of a folder give to diagnostics. */
function codesIn(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const uses = text.matchAll(/(?:code:|\bfailed\(|\binvalid\()((?!message|level:|[;}])[\s\S])*/g);
    return [...uses].flatMap(([use]) =>
      [...use.matchAll(/"([a-z]+(?:-[a-z]+)+)"/g)].map(([, code]) => code ?? ""),
    );
  });
}

/** What a rule says, and what it advises. */
async function said(folder: string, code: string): Promise<readonly string[]> {
  const { report } = await lintFixture(folder);
  return report.diagnostics
    .filter((diagnostic) => diagnostic.code === code)
    .map(({ message, advice }) => `${message} → ${advice}`);
}

describe("what lint says", () => {
  it("says which other names an expression matches, and suggests a form that does not", async () => {
    const texts = await said("list-turned-expression/triggers", "list-turned-expression");
    expect(texts[0]).toBe(
      'matcher "Edit|Write.*" is an unanchored expression and also matches NotebookEdit, MultiEdit, TodoWrite → write "Edit|Write" for exact names, or "^(Edit|Write.*)$"',
    );
    expect(texts[1]).toMatch(/→ write "\^\(Edit\|Write\|mcp__files__\.\*\)\$"$/);
  });

  it("M4, E20 suggests the nearest valid name", async () => {
    const names = (await said("dead-matcher/triggers", "dead-matcher")).join("\n");
    expect(names).toContain('did you mean "Bash"?');
    expect(names).toContain('write "mcp__github__.*" for all tools of the server');
    expect(names).toContain('write "matcher": "Bash" and, on the hook, "if": "Bash(git:*)"');
    expect((await said("unknown-event/triggers", "unknown-event"))[0]).toContain(
      'did you mean "PreToolUse"?',
    );
    expect((await said("unknown-key/triggers", "unknown-key")).join("\n")).toMatch(
      /"matcher"\?[\s\S]*"timeout"\?[\s\S]*"onFailure"\?[\s\S]*belongs to the group/,
    );
  });

  it("C5 names the misspelt key, the level that is too much, and where a key belongs", async () => {
    const keys = (await said("unknown-key/triggers", "unknown-key")).join("\n");
    expect(keys).toMatch(/"if" is ignored here: it belongs to a hook/);
    expect(keys).toMatch(/"enabled" is ignored.* hooks disable ID/);
    expect(keys).toMatch(/"tool" is ignored.*applies to everything → did you mean "matcher"\?/);
    const required = await said("required-field/triggers", "required-field");
    expect(required.at(-1)).toContain('did you mean "command" by "comand"?');
    const [setting] = await said("unknown-setting/triggers", "unknown-setting");
    expect(setting).toBe('unknown setting "hoks" is ignored → did you mean "hooks"?');
    const [nested] = await said("hooks-in-hooks/triggers", "hooks-in-hooks");
    expect(nested).toContain("→ remove one level");
  });

  it("M4 says what a matcher that is code or a rule matches, and what to write", async () => {
    const code = await said("matcher-is-code/triggers", "matcher-is-code");
    expect(code[0]).toMatch(/matches every tool_name → write "matcher": "Write\|Edit"/);
    expect(code[1]).toMatch(/matches nothing → write "matcher": "Bash"/);
    const invalid = await said("invalid-matcher/triggers", "invalid-matcher");
    expect(invalid.at(-1)).toContain(
      '→ write "matcher": "Edit" and, on the hook, "if": "Edit(*.ts)"',
    );
  });

  it("P4 says which of two identical hooks runs", async () => {
    const [first] = await said("duplicate-across-scopes/triggers", "duplicate-across-scopes");
    expect(first).toMatch(/in user settings .*only that one runs/);
  });

  it("lists every entry for which Claude Code would ignore the file", async () => {
    const texts = await said("claude-code-ignores-file/triggers", "claude-code-ignores-file");
    expect(texts).toHaveLength(4);
    expect(texts.join("\n")).toContain(
      "because of hooks.Stop[0].hooks[0].type, hooks.Stop[0].hooks[1].timeout",
    );
  });

  it("prints place, code, message and advice, and counts", async () => {
    const { report } = await lintFixture("unknown-event/triggers");
    const lines = printLint(report).split("\n");
    expect(lines[0]).toMatch(/settings\.json:3:5 hooks\.PreTooluse$/);
    expect(lines[1]).toBe('    warning unknown-event: unknown event "PreTooluse"');
    expect(lines[2]).toBe('    did you mean "PreToolUse"? its hooks never run here');
    expect(lines.at(-1)).toBe("0 errors, 2 warnings");
  });
});
