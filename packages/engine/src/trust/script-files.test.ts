import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScriptReader } from "./script-reader.ts";
import { folderWith, subjectOf, temporaryFolder } from "./testing.ts";
import type { TrustEnvironment, TrustSubject } from "./trust-subject.ts";

const scriptFiles = (subject: TrustSubject, environment: TrustEnvironment) =>
  createScriptReader(environment).filesOf(subject);

const pathsOf = async (subject: TrustSubject, projectDirectory = subject.root) =>
  (await scriptFiles(subject, { projectDirectory })).map((file) => file.path);

const project = folderWith({ "a.sh": "a", "b c.sh": "b", "hooks/x.sh": "x", bash: "decoy" });
const [a, b, x] = ["a.sh", "b c.sh", "hooks/x.sh"].map((name) => join(project, name));

describe("scriptFiles", () => {
  it.each([
    ["a relative word", "./a.sh --fast", [a]],
    ["the argument of an interpreter, not the interpreter", "bash a.sh", [a]],
    ["a variable", "$CLAUDE_PROJECT_DIR/a.sh", [a]],
    ["a variable in braces and quotes", `"\${CLAUDE_PROJECT_DIR}"/hooks/x.sh`, [x]],
    ["a variable with a default that is not used", `\${CLAUDE_PROJECT_DIR:-.}/a.sh`, [a]],
    ["quotes and backslashes", "'b c.sh'; ./b\\ c.sh", [b]],
    ["several commands", "./a.sh && { ./hooks/x.sh | cat; }", [a, x]],
    ["a substitution", 'echo "$(./a.sh)" `hooks/x.sh`', [a, x]],
    ["assignments and lists", "S=./a.sh; for s in hooks/x.sh; do $s; done", [a, x]],
    ["input, but not output", "sh < a.sh > hooks/x.sh", [a]],
    ["text that is no Bash", "if ( ./a.sh 'b c.sh'", [a, b]],
    ["a word twice, once", "./a.sh ./a.sh hooks/../a.sh", [a]],
    ["a folder", "ls hooks", []],
    ["what only a run can tell", "$(pwd)/a.sh *.sh $X/a.sh ~other/a.sh {a,b}.sh", []],
    ["a file in the folder of a cd", "cd hooks && ./x.sh", [x]],
    ["a cd to the project", 'cd "$CLAUDE_PROJECT_DIR/hooks" && sh x.sh', [x]],
    ["two of them", "cd hooks && cd .. && ./a.sh", [a]],
    ["a cd that may fail", "cd hooks; ./x.sh; ./a.sh", [x, a]],
    ["a cd in a subshell", "(cd hooks && ./x.sh) && ./a.sh", [x, a]],
    ["a program text after a cd", "cd hooks && sh -c './x.sh'", [x]],
    ["a cd in a program text", "sh -c 'cd hooks && exec ./x.sh'", [x]],
    ["a variable that the command sets", "D=hooks; $D/x.sh", [x]],
    ["not what cd leaves", "cd hooks && ./a.sh", []],
    ["not what is written", "tee -a a.sh; touch hooks/x.sh", []],
    ["a file outside", "/bin/sh /etc/passwd ../x", []],
    ["nothing", "", []],
  ])("T1 finds %s", async (_what, command, expected) => {
    expect(await pathsOf(subjectOf(project, command))).toEqual(expected);
  });

  it("T1 exec form: the words are used unchanged", async () => {
    const handler = {
      type: "command",
      command: "node",
      args: [`\${CLAUDE_PROJECT_DIR}/b c.sh`, "a.sh x"],
    };
    expect(await pathsOf(subjectOf(project, "", { handler }))).toEqual([b]);
  });

  it.each([
    "~/proj/a.sh",
    "$HOME/proj/a.sh",
    `"\${HOME}/proj/a.sh"`,
    "~/'proj'/a.sh",
    "sh ~/proj/a.sh",
    "exec ~/proj/a.sh",
    "env X=y ~/proj/a.sh",
    "sh -c 'exec ~/proj/a.sh'",
    'bash -c "exec $HOME/proj/a.sh"',
    "cd ~/proj && ./a.sh",
    "cd && proj/a.sh",
    "G=~/proj/a.sh; exec $G",
  ])("T1 finds a file by the home: %s", async (command) => {
    const home = folderWith({ "proj/a.sh": "a" });
    const root = join(home, "proj");
    const files = await scriptFiles(subjectOf(root, command), { projectDirectory: root, home });
    expect(files.map(({ path }) => path)).toEqual([join(root, "a.sh")]);
  });

  it.each(["'~/proj/a.sh'", "\\~/proj/a.sh", "'$HOME/proj/a.sh'"])(
    "T1 quotes prevent the expansion: %s",
    async (command) => {
      const home = folderWith({ "proj/a.sh": "a" });
      const root = join(home, "proj");
      const files = await scriptFiles(subjectOf(root, command), { projectDirectory: root, home });
      expect(files).toEqual([]);
    },
  );

  it.each(["http", "prompt", "agent", "mcp_tool"])("T1 %s names no files", async (type) => {
    const handler = { type, command: "./a.sh", url: "a.sh", prompt: "a.sh" };
    expect(await pathsOf(subjectOf(project, "", { handler }))).toEqual([]);
  });

  it("T1 a plugin's hook: files of the plugin and of the project", async () => {
    const plugin = folderWith({ "p.sh": "p" });
    const subject = subjectOf(plugin, "$CLAUDE_PLUGIN_ROOT/p.sh $CLAUDE_PROJECT_DIR/a.sh", {
      scope: "plugin",
    });
    expect(await pathsOf(subject, project)).toEqual([join(plugin, "p.sh"), a]);
  });

  it("T1 a hook outside plugins has no plugin root", async () => {
    expect(await pathsOf(subjectOf(project, "$CLAUDE_PLUGIN_ROOT/a.sh"))).toEqual([]);
  });

  it("T1 resolves links: out of the root, through a folder, and from outside into it", async () => {
    const outside = folderWith({ "tool.sh": "tool", "more/deep.sh": "deep" });
    const root = folderWith({ "in.sh": "in" });
    symlinkSync(join(outside, "tool.sh"), join(root, "link.sh"));
    symlinkSync(join(outside, "more"), join(root, "folder"));
    symlinkSync(join(root, "in.sh"), join(outside, "back.sh"));
    const command = `./link.sh; folder/deep.sh; ${join(outside, "back.sh")}; ${join(outside, "tool.sh")}`;
    const files = await scriptFiles(subjectOf(root, command), { projectDirectory: root });
    expect(files.map(({ path, target }) => [path, target])).toEqual([
      [join(root, "link.sh"), join(outside, "tool.sh")],
      [join(root, "folder/deep.sh"), join(outside, "more/deep.sh")],
      [join(outside, "back.sh"), join(root, "in.sh")],
    ]);
  });

  it("T1 a broken link and a link to itself are not files", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "empty"));
    symlinkSync("nowhere", join(root, "broken"));
    symlinkSync("self", join(root, "self"));
    expect(await pathsOf(subjectOf(root, "./broken ./self ./empty"))).toEqual([]);
  });

  it("T1 never throws, whatever the command", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(..."a.sh /$(){}\"'\\`*?[];&|<>~\0\n") }),
    );
    const shell = fc.constantFrom("bash", "powershell", undefined);
    await fc.assert(
      fc.asyncProperty(text, shell, fc.option(fc.array(text)), async (command, shell, args) => {
        const handler = { type: "command", command, shell, ...(args && { args }) };
        await pathsOf(subjectOf(project, "", { handler }));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["$(", 50_000],
    ["(", 50_000],
    ["{ ", 50_000],
    ['"', 100_001],
    ["\\", 100_001],
  ])("T1 survives %j repeated", async (part, times) => {
    await pathsOf(subjectOf(project, part.repeat(times)));
  });
});
