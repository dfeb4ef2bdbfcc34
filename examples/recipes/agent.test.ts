import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";

const sessionId = "11111111-2222-4333-8444-555555555555";

/** Runs the agent in a copy of a recipe's project, with nothing but the recipe in its way. */
function runIn(recipe: string, script: unknown, files: Readonly<Record<string, string>> = {}) {
  const base = mkdtempSync(join(tmpdir(), "recipe-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  cpSync(join(import.meta.dirname, recipe), cwd, { recursive: true });
  mkdirSync(home);
  for (const [path, text] of Object.entries({ "build/a": "", "prod.env": "secret\n", ...files })) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  writeFileSync(join(base, "script.json"), JSON.stringify(script));
  const [program, ...words] = tested.command();
  const flags = ["--trust-project", "--permission-mode", "bypassPermissions", "--timeline"];
  const model = ["--model", `script:${join(base, "script.json")}`, "--session-id", sessionId];
  const { status, stdout, stderr } = spawnSync(
    program,
    [...words, "-p", "go", ...model, ...flags],
    {
      cwd,
      env: { PATH: tested.path, HOME: home },
      encoding: "utf8",
    },
  );
  const printed = stdout + stderr;
  expect(status, printed).toBe(0);
  return {
    printed,
    has: (path: string) => existsSync(join(cwd, path)),
    read: (path: string) => readFileSync(join(cwd, path), "utf8"),
    /** What the session kept: also what the model got. */
    transcript: () =>
      readdirSync(home, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(`${sessionId}.jsonl`))
        .map((file) => readFileSync(join(home, file), "utf8"))
        .join(""),
  };
}

const bash = (command: string) => ({ tool: "Bash", input: { command, description: "a step" } });
const calling = (...calls: readonly object[]) => [...calls.map((call) => [call]), ["done"]];

/** What the agent does in each recipe's project, and what must come of it. */
const played: Readonly<Record<string, () => void>> = {
  "ask-second-model"() {
    const verdict = JSON.stringify({ ok: false, reason: "it makes a file that no one needs" });
    const { printed, has } = runIn("ask-second-model", {
      main: calling(bash("touch made")),
      "hook-prompt": [[verdict]],
    });
    expect(printed).toContain("it makes a file that no one needs");
    expect(has("made")).toBe(false);
  },
  "audit-log"() {
    const { has, read, printed } = runIn("audit-log", calling(bash("echo hello")));
    expect(has("audit.jsonl"), printed).toBe(true);
    expect(read("audit.jsonl")).toContain("echo hello");
  },
  ...forEach(
    ["block-dangerous-commands", "block-dangerous-commands-js", "block-dangerous-commands-python"],
    (recipe) => {
      const { printed, has } = runIn(recipe, calling(bash("cd . && r''m -rf build")));
      expect(printed).toContain("remove files by name");
      expect(has("build/a")).toBe(true);
    },
  ),
  "call-cap"() {
    const calls = { [`.claude/call-cap/${sessionId}`]: ".".repeat(199) };
    const { printed, has } = runIn(
      "call-cap",
      calling(bash("touch one"), bash("touch two")),
      calls,
    );
    expect(printed).toContain("this session has made 200 tool calls");
    expect([has("one"), has("two")]).toEqual([true, false]);
  },
  "cost-cap"() {
    const expensive = { blocks: [bash("touch two")], usage: { output_tokens: 100_000 } };
    const { printed, has } = runIn("cost-cap", [[bash("touch one")], expensive, ["done"]]);
    expect(printed).toContain("this session has cost $7.50 of $5");
    expect([has("one"), has("two")]).toEqual([true, false]);
  },
  "format-on-write"() {
    const write = { tool: "Write", input: { file_path: "notes.txt", content: "one  \n\n" } };
    const { printed, read, transcript } = runIn("format-on-write", calling(write));
    expect(read("notes.txt"), printed).toBe("one\n");
    expect(transcript()).toContain("was formatted; read it again");
  },
  "git-context"() {
    const { transcript, printed } = runIn("git-context", [["done"]], {
      ".git/HEAD": "ref: refs/heads/feature\n",
      ".git/config": "[core]\n\trepositoryformatversion = 0\n",
      ".git/objects/keep": "",
      ".git/refs/keep": "",
    });
    expect(transcript(), printed).toContain("Branch: feature");
  },
  ...forEach(
    ["protect-files", "protect-files-js", "protect-files-sh", "protect-files-ts"],
    (recipe) => {
      const { printed, read } = runIn(recipe, calling(bash("echo gone > prod.env")));
      expect(printed).toContain("prod.env is protected");
      expect(read("prod.env")).toBe("secret\n");
    },
  ),
  "redact-output"() {
    const { transcript, printed } = runIn("redact-output", calling(bash("cat key.txt")), {
      "key.txt": "password=hunter2\n",
    });
    expect(transcript(), printed).toContain("password=[removed]");
    expect(transcript()).not.toContain("hunter2");
  },
  "test-before-stop"() {
    const turns = [["done"], [bash("rm broken")], ["really done"]];
    const { printed, has } = runIn("test-before-stop", turns, { broken: "" });
    expect(printed).toContain("the tests fail; fix them");
    expect(printed).toContain("really done");
    expect(has("broken")).toBe(false);
  },
};

function forEach(recipes: readonly string[], play: (recipe: string) => void) {
  return Object.fromEntries(recipes.map((recipe) => [recipe, () => play(recipe)]));
}

/** The agent never fires these events, so only `run` and `test` can show what these recipes do. */
const withoutEvent = ["desktop-notice"];

it("every recipe is played, unless the agent does not fire its event", () => {
  const recipes = globSync("*/recipe.json", { cwd: import.meta.dirname }).map(dirname);
  expect([...Object.keys(played), ...withoutEvent].sort()).toEqual(recipes.sort());
});

it.each(Object.entries(played))("%s works in a session of the agent", (_, play) => play());
