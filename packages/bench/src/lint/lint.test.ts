import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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
  readonly modes?: Readonly<Record<string, string>>;
}

interface ExpectedOfCode {
  readonly profile?: ProfileName;
  readonly platform?: string;
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
    const { profile, platform, ...sides } = expected<ExpectedOfCode>(code);
    expect(codesOf(sides.triggers.findings)).toContain(code);
    expect(codesOf(sides["near-miss"].findings)).not.toContain(code);
    for (const side of ["triggers", "near-miss"] as const) {
      const { findings, hooks, ...more } = sides[side];
      const linted = await lintFixture(`${code}/${side}`, {
        ...(profile === undefined ? {} : { profile }),
        ...(platform === undefined ? {} : { platform }),
        ...more,
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
    expect(names).toMatch(/^"Shell" is not a known tool_name.* → did you mean "Bash"\?$/m);
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

  it("E20, C9, H7 says what to write for a name or a shape that people expect", async () => {
    const unknown = (await said("unknown-event/triggers", "unknown-event")).join("\n");
    expect(unknown).toMatch(/"SubagentEnd" → it is called SubagentStop here/);
    expect(unknown).toMatch(/"ToolUse" → it is called PreToolUse here/);
    expect(unknown).toMatch(/"PreTool" → did you mean "PreToolUse"\?/);
    const types = await said("unknown-handler-type/triggers", "unknown-handler-type");
    expect(types[0]).toBe(
      'the hook has no type → write "type": "command"; this hook is skipped until then',
    );
    const groups = (await said("group-without-hooks/triggers", "group-without-hooks")).join("\n");
    expect(groups).toMatch(/is an object, not a list → write "hooks": \[\{…\}\]/);
    expect(groups).toMatch(/the key "Bash".* → write \{"matcher": "Bash", "hooks"/);
    const [text] = await said("handler-not-an-object/triggers", "handler-not-an-object");
    expect(text).toContain('{"type": "command", "command": "echo text"}');
  });

  it("M2, M3 says that a comma separates plain names only", async () => {
    const texts = await said("dead-matcher/triggers", "dead-matcher");
    expect(texts.filter((text) => text.includes("a comma"))).toEqual([
      expect.stringContaining('→ write "Write|mcp__github__.*"; a comma separates names only'),
    ]);
  });

  it("C5 names the misspelt key, the level that is too much, and where a key belongs", async () => {
    const keys = (await said("unknown-key/triggers", "unknown-key")).join("\n");
    expect(keys).toMatch(/"if" is ignored here: it belongs to a hook/);
    expect(keys).toMatch(/"enabled" is ignored.* hooks disable ID/);
    expect(keys).toMatch(/"tool" is ignored.*applies to everything → did you mean "matcher"\?/);
    expect(keys).toMatch(/"blocking" is ignored → .*exit code 2.*"onFailure": "block"/);
    expect(keys).toContain('"run_in_background" is ignored → write "async": true');
    expect(keys).toMatch(
      /"priority" is ignored → remove it, or write "_priority".*known keys: type,/,
    );
    expect(keys).toContain('"continueOnBlock" is ignored: only prompt hooks have it');
    const bad = await said("bad-field/triggers", "bad-field");
    expect(bad.at(-1)).toMatch(/^onFailure: .*until then a failure of this hook refuses nothing$/);
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
      '→ write "matcher": "Write|Edit" and, each on a hook of its own, "if": "Edit(*.ts)"',
    );
  });

  it("A2, P7 says what a hook reads in vain, what its exit code means, and what to write", async () => {
    const [variable] = await said("unset-variable/triggers", "unset-variable");
    expect(variable).toMatch(
      /nothing sets \$CLAUDE_TOOL_FILE_PATH.*jq -r '\.tool_input\.file_path'/,
    );
    const [exit] = await said("exit-one-allows/triggers", "exit-one-allows");
    expect(exit).toMatch(/only 2 blocks: 1 is a failure.* → exit with 2/);
    const [outside] = await said("plugin-root-not-here/triggers", "plugin-root-not-here");
    expect(outside).toMatch(/only in hooks of a plugin.* → write "\$CLAUDE_PROJECT_DIR"/);
    const [unquoted] = await said("unquoted-root/triggers", "unquoted-root");
    expect(unquoted).toMatch(
      /in 1 more hooks? of this file: .* a space → write "\$CLAUDE_PROJECT_DIR\/.*note\.sh"$/,
    );
  });

  it("P7 says how the language of the code reads the input, and to read stdin only once", async () => {
    const texts = (await said("unset-variable/triggers", "unset-variable")).join("\n");
    expect(texts).toContain('data = json.load(sys.stdin), and then data["tool_name"]');
    expect(texts).toContain(
      'const input = JSON.parse(readFileSync(0, "utf8")), and then input.session_id',
    );
    expect(texts).toMatch(
      /CLAUDE_FILE_PATH,.*read stdin once, with input=\$\(cat\), and then: printf '%s' "\$input" \| jq -r '\.tool_input\.file_path'/,
    );
    const twice = (await said("stdin-read-twice/triggers", "stdin-read-twice")).join("\n");
    expect(twice).toContain("jq reads all of stdin, so the next jq gets nothing");
    expect(twice).toContain("cat reads all of stdin, so grep gets nothing");
  });

  it("A2 says what becomes of an answer beside exit code 1, and nothing about its words", async () => {
    const texts = await said("answer-then-exit-one/triggers", "answer-then-exit-one");
    expect(texts).toHaveLength(3);
    expect(texts[0]).toContain("nothing is refused");
    expect(texts[1]).toContain("its reason is lost");
    expect(await said("answer-then-exit-one/triggers", "unknown-word")).toEqual([]);
    const { findings } = await lintFixture("answer-then-exit-one/triggers", {
      profile: "claude-code",
    });
    expect(codesOf(findings)).not.toContain("answer-then-exit-one");
  });

  it("G1 an edit guard next to a deny rule for Bash can be what its author wants", async () => {
    const { findings } = await lintFixture("edit-guard-not-bash/triggers", {
      settings: '{"permissions": {"deny": ["Bash(rm *)"]}}',
    });
    expect(codesOf(findings)).not.toContain("edit-guard-not-bash");
    const other = await lintFixture("edit-guard-not-bash/triggers", {
      settings: '{"permissions": {"allow": ["Bash(ls)"], "deny": ["Read"]}}',
    });
    expect(codesOf(other.findings)).toContain("edit-guard-not-bash");
  });

  it("H8 a guard of --settings with a relative script is read in the project: it fails open too", async () => {
    const handler = { type: "command", command: "sh ./guard.sh" };
    const settings = JSON.stringify({
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [handler] }] },
    });
    const folder = mkdtempSync(join(tmpdir(), "relative-guard-"));
    writeFileSync(join(folder, "guard.sh"), "cat > /dev/null\nexit 2\n");
    const codes = codesOf((await lintFixture(folder, { settings })).findings);
    rmSync(join(folder, "guard.sh"));
    expect(codes).toContain("guard-fails-open");
    const without = codesOf((await lintFixture(folder, { settings })).findings);
    expect(without).not.toContain("guard-fails-open");
    expect(without).not.toContain("missing-script");
    rmSync(folder, { recursive: true });
  });

  it("A4 says which word of a decision counts, and where", async () => {
    const words = await said("unknown-word/triggers", "unknown-word");
    expect(words[0]).toMatch(/"deny" works in the profile reference, but Claude Code ignores/);
    expect(words[1]).toMatch(/"reject", but there is no such word.*"permissionDecision": "deny"/);
    expect(words.at(-1)).toMatch(/→ write "decision": "block" and a "reason"$/);
    const { report } = await lintFixture("unknown-word/triggers", { profile: "claude-code" });
    expect(report.diagnostics.find(({ code }) => code === "unknown-word")?.message).toMatch(
      /decision "deny", but there is no such word/,
    );
  });

  it("E24 names the field of the input that was probably meant", async () => {
    const fields = await said("unknown-input-field/triggers", "unknown-input-field");
    expect(fields[0]).toMatch(
      /"params".*no such field on PostToolUse → did you mean tool_input\?$/,
    );
    expect(fields.at(-1)).toMatch(/"user_prompt".* → did you mean prompt\?$/);
  });

  it("A3 names the key of an answer that was probably meant", async () => {
    expect(await said("misspelt-answer/triggers", "misspelt-answer")).toEqual([
      expect.stringMatching(/"permisionDecision".*did you mean "permissionDecision"\?$/),
      expect.stringMatching(/"hook_specific_output".*did you mean "hookSpecificOutput"\?$/),
      expect.stringMatching(/"suppressOuput".*did you mean "suppressOutput"\?$/),
    ]);
  });

  it("E18 says where only the exit code counts, and not where the profile reads more", async () => {
    const [first, second] = await said("answer-ignored/triggers", "answer-ignored");
    expect(first).toMatch(/decision, but on TaskCompleted only the exit code counts → exit with 2/);
    expect(second).toContain("hookSpecificOutput");
    const recorded = await lintFixture("answer-ignored/triggers", { profile: "claude-code" });
    const ignored = codesOf(recorded.findings).filter((code) => code === "answer-ignored");
    expect(ignored).toHaveLength(3);
  });

  it("A6 says which part of an answer has no effect on its event", async () => {
    const [, , ...found] = await said("answer-ignored/triggers", "answer-ignored");
    expect(found).toEqual([
      expect.stringMatching(/decision "block", which has no effect on SessionStart → no hook can/),
      expect.stringMatching(
        /decision "block", which has no effect on Elicitation → to refuse, print .*"action": "decline"/,
      ),
      expect.stringMatching(/additionalContext, which has no effect on SessionEnd → remove it/),
    ]);
  });

  it("P17 says that a prewarmed hook acts before there is an event", async () => {
    expect(await said("prewarm-runs-early/triggers", "prewarm-runs-early")).toEqual([
      expect.stringMatching(/^nothing in this hook seems to read stdin.* → read stdin first/),
      expect.stringMatching(
        /everything before the first read of stdin runs before there is an event/,
      ),
    ]);
  });

  it("C6 says what happens while a script is missing", async () => {
    const missing = await said("missing-script/triggers", "missing-script");
    const refused = missing.filter((text) => text.includes("refused"));
    expect(refused).toEqual([
      expect.stringMatching(/gone\.py → .*python3 exits with 2 .*every time: the call is refused$/),
      expect.stringMatching(/gone\.mjs → .*"onFailure": "block" refuses; .* the call is refused$/),
    ]);
    expect(missing.find((text) => text.includes("gone.js "))).toMatch(/blocks nothing$/);
    for (const text of missing)
      expect(text).toMatch(/^the script .* (does not exist|is not a regular file)/);
  });

  it("V8 advises no variable where commands start without a shell", async () => {
    const { report } = await lintFixture("needs-shell/triggers", { profile: "envoy" });
    const advice = report.diagnostics
      .filter(({ code }) => code === "relative-script")
      .map((diagnostic) => diagnostic.advice);
    expect(advice).toEqual(["write an absolute path"]);
  });

  it("judges for the platform that is named", async () => {
    const codesOn = async (platform: string) =>
      codesOf((await lintFixture("not-on-platform/triggers", { platform })).findings);
    expect(await codesOn("darwin")).toEqual([]);
    expect(await codesOn("linux")).toEqual(["not-on-platform", "not-on-platform"]);
    expect(await codesOn("win32")).toHaveLength(4);
    const { findings } = await lintFixture("script-not-executable/triggers", { platform: "win32" });
    expect(codesOf(findings)).not.toContain("script-not-executable");
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
    expect(lines.at(-1)).toBe("0 errors, 6 warnings");
  });
});
