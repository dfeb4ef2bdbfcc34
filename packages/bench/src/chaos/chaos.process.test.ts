import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeProject, oneHook } from "../testing/make-project.ts";
import { applyFixes } from "./apply-fixes.ts";
import { chaosReport } from "./chaos.ts";
import { allClosed } from "./chaos-report.ts";
import { printChaos } from "./print-chaos.ts";

const byExitCode = `#!/bin/sh
if grep -q '"command":"rm '; then echo "do not remove files" >&2; exit 2; fi
`;
const byAnswer = `#!/bin/sh
if grep -q '"command":"rm '; then
  echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}'
fi
`;
const fixture = "guards: [{ refuse: [rm a], disguises: false, lookAlikes: false }]\n";
const absolute = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh';

const project = (command: string, script: string, more: object = {}, files = {}) =>
  makeProject({
    ".claude/settings.json": oneHook("PreToolUse", command, { matcher: "Bash", ...more }),
    ".claude/hooks/guard.sh": script,
    "guard.hooktest.yaml": fixture,
    ...files,
  });

const open = ({ faults }: { readonly faults: readonly { id: string; result: string }[] }) =>
  faults.filter(({ result }) => result === "proceeds").map(({ id }) => id);

const only = async (place: ReturnType<typeof makeProject>, trustProject = true) => {
  const report = await chaosReport({ cwd: place.cwd, home: place.home, trustProject });
  const [hook] = report.hooks;
  if (hook === undefined) throw new Error("no hook");
  return { report, hook };
};

describe.concurrent("chaos", () => {
  it("a guard without onFailure fails open: whatever breaks it lets the action through", async () => {
    const { hook, report } = await only(project(absolute, byExitCode));
    expect(hook.grade).toBe("fails-open");
    expect(open(hook)).toEqual([
      "script-missing",
      "not-executable",
      "interpreter-missing",
      "exit-1",
      "killed",
      "past-limit",
      "flood",
      "wrong-answer",
    ]);
    expect(hook.fixes).toEqual([
      { what: 'set "onFailure": "block"', set: { key: "onFailure", value: "block" } },
    ]);
    expect(allClosed(report)).toBe(false);
  });

  it("H8 with onFailure: block, and a refusal by exit code, it fails closed in every case", async () => {
    const { hook, report } = await only(project(absolute, byExitCode, { onFailure: "block" }));
    expect(open(hook)).toEqual([]);
    expect(hook.grade).toBe("fails-closed");
    expect(hook.faults.filter(({ result }) => result === "not-tried")).toEqual([]);
    expect(allClosed(report)).toBe(true);
  });

  it.each([" || exit 0", "; true", " | tee /dev/null", " &"])(
    "A2 a command that ends with %j loses the exit code of its script, so faults in the script let the action through",
    async (ending) => {
      const place = project(`bash ${absolute}${ending}`, byExitCode, { onFailure: "block" });
      const { hook, report } = await only(place);
      expect(open(hook)).toEqual(
        expect.arrayContaining(["exit-1", "exit-2-silent", "killed", "script-missing"]),
      );
      expect(allClosed(report)).toBe(false);
      expect(hook.fixes.map(({ what }) => what)).toContain(
        "end the command with the script: what follows discards its exit code",
      );
    },
  );

  it.each([
    ["node", "", "process.stdin.resume();\nprocess.exitCode = 2;\n"],
    ["node", " || true", "process.stdin.resume();\nprocess.exitCode = 2;\n"],
    ["python3", "", "import sys\nsys.stdin.read()\nsys.exit(2)\n"],
  ])(
    "H8 a script in another language is broken inside too: %s guard.sh%s",
    async (program, ending, script) => {
      const guard = `${program} ${absolute}${ending}`;
      const { hook } = await only(project(guard, script, { onFailure: "block" }));
      expect(open(hook)).toEqual(
        ending === "" ? [] : expect.arrayContaining(["exit-1", "exit-2-silent", "killed"]),
      );
    },
  );

  it("a script behind a link to another folder is not changed", async () => {
    const place = project(absolute, byExitCode);
    const outside = join(place.home, "guard.sh");
    const path = join(place.cwd, ".claude/hooks/guard.sh");
    renameSync(path, outside);
    symlinkSync(outside, path);
    await only(place);
    expect(readFileSync(outside, "utf8")).toBe(byExitCode);
    expect(statSync(outside).mode & 0o111).toBeGreaterThan(0);
  });

  it("without onFailure a refusal by JSON is lost in noise, and the fix says how to refuse instead", async () => {
    const { hook } = await only(project(absolute, byAnswer));
    expect(open(hook)).toEqual(expect.arrayContaining(["noise", "two-answers"]));
    expect(hook.fixes.map(({ what }) => what).join()).toContain("refuse with exit code 2");
  });

  it("--fix writes onFailure and an absolute path into the settings, and then the guard fails closed", async () => {
    const place = project(".claude/hooks/guard.sh", byExitCode);
    const { hook, report } = await only(place);
    expect(open(hook)).toContain("other-folder");
    expect(applyFixes(report).every(({ written }) => written)).toBe(true);
    const settings = JSON.parse(readFileSync(join(place.cwd, ".claude/settings.json"), "utf8"));
    expect(settings.hooks.PreToolUse[0].hooks).toEqual([
      {
        type: "command",
        command: absolute,
        onFailure: "block",
      },
    ]);
    expect((await only(place)).hook.grade).toBe("fails-closed");
  });

  it("H8 --fix does not change an onFailure that the author wrote", async () => {
    const place = project(absolute, byExitCode, { onFailure: "continue" });
    const before = readFileSync(join(place.cwd, ".claude/settings.json"), "utf8");
    const { report } = await only(place);
    expect(applyFixes(report)).toMatchObject([
      { written: false, what: expect.stringContaining('its "onFailure" is "continue"') },
    ]);
    expect(readFileSync(join(place.cwd, ".claude/settings.json"), "utf8")).toBe(before);
  });

  it("U1 a guard that reads a field that does not exist is not called closed: it never refused anything", async () => {
    const script = `#!/bin/sh\nif grep -q '"cmd":"rm '; then echo no >&2; exit 2; fi\n`;
    const { hook, report } = await only(project(absolute, script, { onFailure: "block" }));
    expect(hook.grade).toBe("never-refused");
    expect(hook.because).toContain("give it a fixture with an input that it refuses");
    expect(allClosed(report)).toBe(false);
  });

  it("a guard that can never run is not called closed, although onFailure refuses everything", async () => {
    const place = project('"$CLAUDE_PROJECT_DIR"/fifo', byExitCode, { onFailure: "block" });
    execFileSync("mkfifo", [join(place.cwd, "fifo")]);
    const { hook, report } = await only(place);
    expect(hook.grade).toBe("never-refused");
    expect(hook.because).toContain("it fails before anything is broken");
    expect(allClosed(report)).toBe(false);
  });

  it("without a fixture that is refused, faults that run the hook itself are not tried, and say so", async () => {
    const { hook } = await only(
      project(absolute, byExitCode, {}, { "guard.hooktest.yaml": "tests: []\n" }),
    );
    const untried = hook.faults.filter(({ result }) => result === "not-tried");
    expect(untried.map(({ id }) => id)).toContain("noise");
    expect(untried[0]?.detail).toBe("no fixture has an input that it refuses");
  });

  it("hooks that guard nothing are listed as such", async () => {
    const place = makeProject({
      ".claude/settings.json": JSON.stringify({
        hooks: {
          PostToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }],
          PreToolUse: [
            { hooks: [{ type: "command", command: "echo hello" }] },
            { hooks: [{ type: "command", command: "exit 2", async: true }] },
          ],
        },
      }),
    });
    const { hooks } = await chaosReport({ cwd: place.cwd, home: place.home, trustProject: true });
    expect(hooks.map(({ grade }) => grade)).toEqual(Array(3).fill("guards-nothing"));
    expect(new Set(hooks.map(({ because }) => because)).size).toBe(3);
  });

  it("T8 a hook that is not trusted is not tried; a trusted one is, even while its script is missing", async () => {
    const place = project(absolute, byExitCode, { onFailure: "block" });
    const before = (await only(place, false)).hook;
    expect(before).toMatchObject({ grade: "not-tried", faults: [] });
    expect(before.because).toContain("untrusted");
    await place.trustAll();
    const after = (await only(place, false)).hook;
    expect(after.faults.filter(({ result }) => result === "not-tried")).toEqual([]);
    expect(after.grade).toBe("fails-closed");
  });

  it("U1 hooks of the user and of --settings are broken too, in copies; settings of a parent folder are named", async () => {
    const { cwd, home, write } = makeProject({
      "../home/.claude/settings.json": oneHook("PreToolUse", "~/.claude/hooks/guard.sh"),
      "../more.json": oneHook("PreToolUse", "cat >/dev/null; exit 2", { onFailure: "block" }),
      ".claude/settings.json": oneHook("PreToolUse", "exit 2"),
    });
    write("../home/.claude/hooks/guard.sh", byExitCode);
    write("sub/guard.hooktest.yaml", fixture);
    const own = join(home, ".claude/hooks/guard.sh");
    const settings = join(cwd, "../more.json");
    const report = await chaosReport({ cwd: join(cwd, "sub"), home, settings });
    expect(report.hooks.map(({ grade }) => grade)).toEqual(["fails-open", "fails-closed"]);
    expect(open(report.hooks[0] ?? { faults: [] })).toEqual(
      expect.arrayContaining(["script-missing", "not-executable", "interpreter-missing", "exit-1"]),
    );
    expect(readFileSync(own, "utf8")).toBe(byExitCode);
    expect(statSync(own).mode & 0o111).toBeGreaterThan(0);
    const text = printChaos(report);
    expect(text).toContain(`where    ${home}/.claude/settings.json:1`);
    expect(text).toContain(
      `note: ${cwd}/.claude/settings.json was not read: settings are read only`,
    );
    applyFixes(report);
    const after = await chaosReport({ cwd: join(cwd, "sub"), home, settings });
    expect(open(after.hooks[0] ?? { faults: [] })).toEqual([]);
  });

  it("the project stays as it is", async () => {
    const place = project(absolute, byExitCode);
    await only(place);
    expect(readFileSync(join(place.cwd, ".claude/hooks/guard.sh"), "utf8")).toBe(byExitCode);
  });
});
