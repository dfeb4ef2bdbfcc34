import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { brand, type ProfileName } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { lintReport } from "../lint/lint.ts";
import { makeProject, oneHook } from "../testing/make-project.ts";
import { type TestOptions, testHooks } from "./test-hooks.ts";
import { allPassed } from "./test-report.ts";

const guard = `#!/bin/sh
if grep -q '"command":"rm '; then echo "do not remove files" >&2; exit 2; fi
`;
const settings = oneHook("PreToolUse", '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh', {
  matcher: "Bash",
});
const guarded = { ".claude/settings.json": settings, ".claude/hooks/guard.sh": guard };

const run = ({ cwd, home }: ReturnType<typeof makeProject>, options: Partial<TestOptions> = {}) =>
  testHooks({ cwd, home, trustProject: true, ...options });

/** `name: what` of every mismatch. */
const failures = ({ fixtures }: Awaited<ReturnType<typeof testHooks>>): readonly string[] =>
  fixtures.flatMap(({ tests }) =>
    tests.flatMap(({ name, mismatches }) => mismatches.map(({ what }) => `${name}: ${what}`)),
  );

describe("fixtures", () => {
  it("check the outcome, the reason, who sees what, which hooks ran and their exit codes", async () => {
    const project = makeProject({
      ...guarded,
      "guard.hooktest.yaml": `tests:
  - name: refuses
    sample: PreToolUse/Bash
    input: { command: rm a }
    expect: { outcome: refuse, reason: do not remove, model: do not remove, ran: [guard.sh], exit: 2 }
  - name: other tool
    sample: PreToolUse/Write
    expect: { outcome: proceed, permission: undecided, ran: [], model: [], notRan: { guard.sh: matcher } }
  - name: wrong
    sample: PreToolUse/Bash
    input: { command: ls }
    expect: { outcome: refuse, reason: [never], ran: [other.sh], exit: 1, notRan: { guard.sh: true }, withinMs: 0 }
`,
    });
    const report = await run(project);
    expect(failures(report)).toEqual([
      "wrong: outcome",
      "wrong: reason",
      "wrong: ran",
      "wrong: notRan.guard.sh",
      "wrong: exit",
      "wrong: withinMs",
    ]);
    expect(report).toMatchObject({ passed: 2, failed: 1, broken: 0 });
    expect(allPassed(report)).toBe(false);
  });

  it("U1 if no hook ran, the result says that hooks of the user are left out", async () => {
    const { cwd, home } = makeProject({
      "../home/.claude/settings.json": oneHook("PreToolUse", "exit 2"),
      "a.hooktest.yaml": "guards: [{ refuse: [rm a], disguises: false, lookAlikes: false }]\n",
    });
    const report = await testHooks({ cwd, home });
    expect(report.fixtures[0]?.tests[0]?.mismatches[0]?.found).toBe(
      "proceed (no hook ran; hooks in your own settings are not part of a test)",
    );
  });

  it("P12 files of a hook in the background are checked after it has ended", async () => {
    const project = makeProject({
      ".claude/settings.json": oneHook("PostToolUse", "sleep 1; echo done > made.txt", {
        async: true,
      }),
      "late.hooktest.yaml": `tests:
  - { name: late, sample: PostToolUse/Bash, expect: { files: { made.txt: done }, changed: [made.txt] } }
`,
    });
    const report = await run(project);
    expect(failures(report)).toEqual([]);
    expect(report).toMatchObject({ passed: 1 });
  });

  it("a fixture without a test is broken, and a wrong name in notRan is answered with all names", async () => {
    const project = makeProject({
      ...guarded,
      "empty.hooktest.yaml": "tests: []\n",
      "name.hooktest.yaml": `tests:
  - { name: a, sample: PreToolUse/Bash, expect: { notRan: { gard.sh: true } } }
  - { name: b, sample: 1, expect: { outcome: proceed } }
`,
    });
    const { fixtures } = await run(project);
    expect(fixtures[0]?.problems).toMatchObject([{ message: "the fixture has no tests" }]);
    expect(fixtures[1]?.tests[0]?.mismatches[0]?.found).toContain("guard.sh");
    expect(fixtures[1]?.problems[0]?.advice).toContain(`${brand.command} schema hooktest`);
  });

  it("a misspelt tool or field of its input is an error with the right name, not a test that passes", async () => {
    const project = makeProject({
      ...guarded,
      "guard.hooktest.yaml": `tests:
  - { name: tool, sample: PreToolUse/bash, expect: { outcome: proceed } }
  - { name: field, sample: PreToolUse/Bash, input: { comand: rm a }, expect: { outcome: proceed } }
  - { name: nested, sample: PreToolUse/Bash, input: { tool_input: { cmd: rm a } }, expect: { outcome: proceed } }
  - { name: own, sample: PreToolUse/deploy_site, input: { target: a }, expect: { outcome: proceed } }
`,
    });
    const report = await run(project);
    expect(report).toMatchObject({ passed: 1, failed: 0, broken: 3 });
    expect(
      report.fixtures[0]?.problems.map(({ message, advice }) => `${message}; ${advice}`),
    ).toEqual([
      'unknown tool "bash"; did you mean Bash? A tool of your own is named in input: tool_name',
      'Bash has no field "comand"; did you mean command?',
      expect.stringContaining('Bash has no field "cmd"; '),
    ]);
  });

  it("hooks work in a copy of the project with its own home; the project stays as it is", async () => {
    const script = `#!/bin/sh
cat > /dev/null; echo new > made.txt; echo more >> kept.txt; touch "$HOME/here"; echo "$HOME"
`;
    const project = makeProject({
      ".claude/settings.json": oneHook("UserPromptSubmit", "./write.sh"),
      "write.sh": script,
      "kept.txt": "old\n",
      "write.hooktest.yaml": `tests:
  - name: writes
    sample: UserPromptSubmit
    files: { extra/note.txt: before }
    expect: { changed: [kept.txt, made.txt], files: { made.txt: new, extra/note.txt: before, gone.txt: null } }
  - name: a second test does not see what the first one wrote
    sample: UserPromptSubmit
    expect: { files: { extra/note.txt: null } }
`,
    });
    const report = await run(project);
    expect(failures(report)).toEqual([]);
    expect(readFileSync(join(project.cwd, "kept.txt"), "utf8")).toBe("old\n");
    expect(readdirSync(project.home)).not.toContain("here");
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith(`${brand.command}-test-`));
    for (const name of left)
      expect(existsSync(join(tmpdir(), name, "project/project/write.sh"))).toBe(false);
  });

  it("a copy keeps the name of the project and spaces in its path, so a path without quotes fails", async () => {
    const { cwd, home } = makeProject({
      "my work/shop/.claude/settings.json": oneHook(
        "PreToolUse",
        "$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh",
      ),
      "my work/shop/.claude/hooks/guard.sh": guard,
      "my work/shop/guard.hooktest.yaml":
        "tests: [{ name: runs, sample: PreToolUse/Bash, expect: { exit: 0 } }]\n",
    });
    const project = join(cwd, "my work/shop");
    const report = await testHooks({ cwd: project, home, trustProject: true });
    expect(failures(report)).toEqual(["runs: exit"]);
    const hooks = await createHooks({ cwd: project, home, trustProject: true, sessionId: "lint" });
    const { diagnostics } = await lintReport(hooks, { home });
    await hooks.close();
    const found = diagnostics.find(({ code }) => code === "unquoted-root");
    expect(found?.message).toContain("the path of this project has a space");
  });

  it("a rewritten input is compared field by field", async () => {
    const answer = JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "ls -l", description: "list" },
      },
    });
    const project = makeProject({
      ".claude/settings.json": oneHook("PreToolUse", `echo '${answer}'`),
      "a.hooktest.json": JSON.stringify({
        tests: [
          {
            name: "right",
            sample: "PreToolUse/Bash",
            expect: { input: { command: "ls -l" }, permission: "granted" },
          },
          { name: "wrong", sample: "PreToolUse/Bash", expect: { input: { command: "ls" } } },
        ],
      }),
    });
    expect(failures(await run(project))).toEqual(["wrong: input.command"]);
  });

  it("hook: tests one hook alone, and names the others if there is none", async () => {
    const two = JSON.stringify({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              { type: "command", command: "echo one" },
              { type: "command", command: "exit 2" },
            ],
          },
        ],
      },
    });
    const tests = [
      { name: "t", sample: "PreToolUse/Bash", expect: { outcome: "proceed", ran: ["echo one"] } },
    ];
    const project = makeProject({
      ".claude/settings.json": two,
      "one.hooktest.json": JSON.stringify({ hook: "echo one", tests }),
      "none.hooktest.json": JSON.stringify({ hook: "echo three", tests }),
    });
    const report = await run(project);
    expect(failures(report)).toEqual(["t: error"]);
    expect(JSON.stringify(report)).toContain(
      "no hook is named echo three; the hooks are: echo one, exit 2",
    );
  });

  it("a table refuses and allows, with disguises and look-alikes of each line at its line of the file", async () => {
    const project = makeProject({
      ...guarded,
      "table.hooktest.yaml":
        "guards:\n  - name: removal\n    refuse:\n      - rm a\n    allow:\n      - ls\n    reason: do not remove\n",
    });
    const { fixtures } = await run(project);
    const tests = fixtures[0]?.tests ?? [];
    const of = (name: string) => tests.find((test) => test.name === name);
    expect(of("removal: refuse: rm a")).toMatchObject({ passed: true, place: { line: 4 } });
    expect(of("removal: allow: ls")).toMatchObject({ passed: true, place: { line: 6 } });
    expect(of("removal: allow (echo): echo 'rm a'")).toMatchObject({
      passed: true,
      place: { line: 4 },
    });
    // The guard looks for text only, so every disguise gets past it.
    expect(of("removal: refuse (sudo): sudo -u root rm a")).toMatchObject({
      passed: false,
      mismatches: [{ what: "outcome", expected: "refused", found: "proceed" }],
    });
    expect(tests.length).toBe(2 + 8 + 5);
  });

  it("a table can choose kinds, another tool and a field", async () => {
    const project = makeProject({
      ".claude/settings.json": oneHook("PreToolUse", "grep -q secret && exit 2 || exit 0"),
      "t.hooktest.yaml": `guards:
  - { refuse: [cat secret], disguises: [sudo], lookAlikes: false }
  - { sample: PreToolUse/Write, refuse: [/project/secret], allow: [/project/open] }
  - { sample: PreToolUse/Write, field: content, refuse: [a secret] }
`,
    });
    const report = await run(project);
    expect(report).toMatchObject({ passed: 5, failed: 0, broken: 0 });
  });
});

describe("T8 trust", () => {
  const fixture = `tests:
  - { name: refuses, sample: PreToolUse/Bash, input: { command: rm a }, expect: { outcome: refuse } }
`;

  it("T8 a hook that is not trusted does not run, and the test fails with the command that trusts it", async () => {
    const project = makeProject({
      ".claude/settings.json": oneHook(
        "PreToolUse",
        `touch ${join("$CLAUDE_PROJECT_DIR", "ran")}; exit 2`,
      ),
      "a.hooktest.yaml": fixture,
    });
    const report = await run(project, { trustProject: false });
    expect(failures(report)).toEqual(["refuses: trust"]);
    expect(JSON.stringify(report)).toMatch(new RegExp(`${brand.command} trust [0-9a-f]{12}`));
  });

  it("T8 a hook that is trusted in the project runs in the copy, until its script changes", async () => {
    const project = makeProject({ ...guarded, "a.hooktest.yaml": fixture });
    await project.trustAll();
    expect(failures(await run(project, { trustProject: false }))).toEqual([]);
    project.write(".claude/hooks/guard.sh", `${guard}# changed\n`);
    expect(failures(await run(project, { trustProject: false }))).toEqual(["refuses: trust"]);
  });

  it("T8 files of a test cannot replace a trusted script", async () => {
    const project = makeProject({
      ...guarded,
      "a.hooktest.yaml": `tests:
  - name: replaced
    sample: PreToolUse/Bash
    files: { .claude/hooks/guard.sh: "#!/bin/sh\\necho replaced > \\"$CLAUDE_PROJECT_DIR\\"/proof" }
    expect: { files: { proof: replaced } }
`,
    });
    await project.trustAll();
    expect(failures(await run(project, { trustProject: false }))).toEqual(["replaced: trust"]);
  });

  it("T8 hooks in the settings of a fixture are not trusted", async () => {
    const own = JSON.parse(oneHook("PreToolUse", "exit 2"));
    const tests = [{ name: "own", sample: "PreToolUse/Bash", expect: { outcome: "refuse" } }];
    const project = makeProject({
      ...guarded,
      "a.hooktest.json": JSON.stringify({ settings: own, tests }),
    });
    expect(failures(await run(project, { trustProject: false }))).toEqual(["own: trust"]);
    expect(failures(await run(project))).toEqual([]);
  });
});

describe("broken fixtures", () => {
  it("say file, line, key and what would be right, and the rest still runs", async () => {
    const project = makeProject({
      ...guarded,
      "bad.hooktest.yaml": `tests:
  - name: good
    sample: PreToolUse/Bash
    expect: { outcome: proceed }
  - name: misspelt
    sample: PreToolUse/Bash
    expcet: { outcome: proceed }
  - name: inner
    sample: PreToolUse/Bash
    expect: { outcom: proceed }
  - name: value
    sample: PreToolUse/Bash
    expect: { outcome: refused }
  - name: event
    sample: PreTolUse/Bash
    expect: { outcome: proceed }
  - name: nothing
    sample: Stop
  - name: good
    sample: Stop
    expect: { outcome: finish }
  - name: field
    sample: UserPromptSubmit
    input: { promt: hello }
    expect: { outcome: proceed }
`,
      "syntax.hooktest.yaml": "tests:\n  - name: a\n   sample: b\n",
      "open.hooktest.yaml": "tests: [\n",
      "json.hooktest.json": '{ "tests": [ ',
      "empty.hooktest.yaml": "description: nothing here\n",
      "project.hooktest.yaml":
        "project: nowhere\ntests: [{ name: a, sample: Stop, expect: { outcome: finish } }]\n",
      "list.hooktest.yaml": "tests: { name: a }\n",
      "kind.hooktest.yaml": "guards: [{ refuse: [ls], disguises: [wig] }]\n",
      "alike.hooktest.yaml": "guards: [{ refuse: [ls], lookAlikes: [quotes] }]\n",
      "forms.hooktest.yaml": `tests:
  - name: forms
    sample: Stop
    expect: { reason: 1, model: [2], exit: two }
  - name: dots
    sample: Stop
    files:
      notes.old.txt: 3
    expect: { outcome: finish }
`,
    });
    const { fixtures, passed } = await run(project);
    expect(passed).toBe(1);
    const problems = Object.fromEntries(
      fixtures.map((fixture) => [
        fixture.file.slice(project.cwd.length + 1),
        fixture.problems.map(
          ({ place, message, advice }) => `${place.line}: ${message}; ${advice}`,
        ),
      ]),
    );
    expect(problems["open.hooktest.yaml"]?.join()).toContain("a bracket is not closed");
    expect(problems["bad.hooktest.yaml"]?.toSorted()).toEqual([
      '10: unknown key "outcom"; did you mean "outcome"?',
      expect.stringMatching(/^13: outcome must be one of "proceed", .*, but is "refused"; /),
      '14: unknown event "PreTolUse"; did you mean PreToolUse?',
      '17: the test "nothing" expects nothing, so it cannot fail; add expect, or snapshot: true',
      '19: another test has the name "good"; give each test its own name',
      '22: UserPromptSubmit has no field "promt"; did you mean prompt?',
      '7: unknown key "expcet"; did you mean "expect"?',
    ]);
    expect(problems["syntax.hooktest.yaml"]?.[0]).toMatch(/^[23]: /);
    expect(problems["json.hooktest.json"]?.[0]).toMatch(/^1: not valid JSON/);
    expect(problems["empty.hooktest.yaml"]?.[0]).toContain("the fixture has no tests");
    expect(problems["project.hooktest.yaml"]?.[0]).toContain("nowhere does not exist");
    expect(problems["list.hooktest.yaml"]?.[0]).toBe(
      '1: tests must be a list; start each entry with "- "',
    );
    expect(problems["kind.hooktest.yaml"]?.[0]).toMatch(
      /^1: disguises has no kind "wig"; its kinds are quotes, /,
    );
    expect(problems["alike.hooktest.yaml"]?.[0]).toMatch(
      /^1: lookAlikes has no kind "quotes"; its kinds are echo, /,
    );
    expect(problems["forms.hooktest.yaml"]?.map((text) => text.split(";")[0])).toEqual([
      "4: reason must be a text or a list, but is 1",
      "4: model must be a text or a list of texts, but is a list",
      '4: exit must be a number or an object, but is "two"',
      "8: notes.old.txt must be a text, but is 3",
    ]);
  });

  it("a dangling link, a FIFO and a folder with the name of a fixture are broken, not skipped", async () => {
    const project = makeProject(guarded);
    const at = (name: string) => join(project.cwd, `${name}.hooktest.yaml`);
    symlinkSync("nowhere", at("a-link"));
    execFileSync("mkfifo", [at("b-fifo")]);
    mkdirSync(at("c-folder"));
    const report = await run(project);
    const named = await run(project, { paths: [at("a-link"), at("b-fifo"), at("c-folder")] });
    for (const { broken, fixtures } of [report, named]) {
      expect(broken).toBe(3);
      expect(fixtures.map(({ problems }) => problems[0]?.message)).toEqual([
        expect.stringContaining("there is no such file"),
        expect.stringContaining("it is not a regular file"),
        expect.stringContaining("it is a directory"),
      ]);
    }
  });

  it("a path that does not exist, and a file that is not a fixture, are errors", async () => {
    const project = makeProject({ "a.yaml": "" });
    await expect(run(project, { paths: ["gone"] })).rejects.toThrow("gone does not exist");
    await expect(run(project, { paths: ["a.yaml"] })).rejects.toThrow("is not a fixture");
  });
});

describe("snapshots, profiles and coverage", () => {
  it("--update stores results beside the fixture; a changed result fails", async () => {
    const project = makeProject({
      ...guarded,
      "s.hooktest.yaml": `tests:
  - { name: stored, sample: PreToolUse/Bash, input: { command: rm a }, snapshot: true }
`,
    });
    expect(failures(await run(project))).toEqual(["stored: snapshot"]);
    expect(failures(await run(project, { update: true }))).toEqual([]);
    expect(failures(await run(project))).toEqual([]);
    const text = readFileSync(join(project.cwd, "s.hooktest.snap.json"), "utf8");
    expect(JSON.parse(text)).toMatchObject({ stored: { outcome: "refuse", changed: [] } });
    project.write(".claude/hooks/guard.sh", guard.replace("do not", "never"));
    expect(failures(await run(project))).toEqual(["stored: snapshot"]);
    project.write("s.hooktest.snap.json", "[");
    expect(failures(await run(project))).toEqual(["stored: snapshot"]);
  });

  it("T8 --update stores nothing of hooks that are not trusted, or of tests that fail", async () => {
    const project = makeProject({
      ...guarded,
      "guard.hooktest.yaml": `tests:
  - { name: fails, sample: PreToolUse/Bash, input: { command: ls }, snapshot: true, expect: { outcome: refuse } }
  - { name: passes, sample: PreToolUse/Bash, input: { command: ls }, snapshot: true }
`,
    });
    const file = join(project.cwd, "guard.hooktest.snap.json");
    expect(await run(project, { update: true, trustProject: false })).toMatchObject({ failed: 2 });
    expect(existsSync(file)).toBe(false);
    expect(await run(project, { update: true })).toMatchObject({ passed: 1, failed: 1 });
    const stored = readFileSync(file, "utf8");
    expect(Object.keys(JSON.parse(stored))).toEqual(["passes"]);
    await run(project, { update: true, trustProject: false });
    expect(readFileSync(file, "utf8")).toBe(stored);
  });

  it("several profiles: the first decides, and the others say where they differ", async () => {
    const project = makeProject({
      ".claude/settings.json": oneHook("PermissionRequest", "exit 2"),
      "p.hooktest.yaml": `tests:
  - { name: denies, sample: PermissionRequest/Bash, expect: { outcome: deny } }
`,
    });
    const differences = async (...profiles: readonly ProfileName[]) => {
      const { fixtures, passed } = await run(project, { profiles });
      return { passed, differs: fixtures[0]?.tests[0]?.differs };
    };
    expect(await differences("reference", "reference")).toEqual({ passed: 1, differs: [] });
    expect(await differences("reference", "claude-code")).toMatchObject({
      passed: 1,
      differs: [{ profile: "claude-code", outcome: "ask", mismatches: [{ what: "outcome" }] }],
    });
    expect(await differences("claude-code", "reference")).toMatchObject({
      passed: 0,
      differs: [{ profile: "reference", outcome: "deny", mismatches: [] }],
    });
  });

  it("coverage lists hooks, names of matchers and reasons that no test reached", async () => {
    const script = `#!/bin/sh
input=$(cat)
case $input in *'rm '*) echo "do not remove $input" >&2; exit 2;; esac
case $input in *push*) echo "do not push" >&2; exit 2;; esac
`;
    const project = makeProject({
      ".claude/settings.json": JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              matcher: "Bash|Write",
              hooks: [{ type: "command", command: ".claude/hooks/guard.sh" }],
            },
          ],
          Stop: [{ hooks: [{ type: "command", command: "echo stop" }] }],
        },
      }),
      ".claude/hooks/guard.sh": script,
      "c.hooktest.yaml": `tests:
  - { name: removes, sample: PreToolUse/Bash, input: { command: rm a }, expect: { outcome: refuse } }
`,
    });
    const { coverage } = await run(project);
    expect(coverage).toMatchObject([
      {
        hooks: [
          { ran: true, unreachedMatchers: ["Write"], unreachedReasons: ["do not push"] },
          { label: "echo stop", ran: false },
        ],
      },
    ]);
  });
});
