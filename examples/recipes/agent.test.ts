import { spawn, spawnSync } from "node:child_process";
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
import { brand } from "@snaphook/protocol";
import { expect, it, onTestFinished, vi } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";

const sessionId = "11111111-2222-4333-8444-555555555555";

type Files = Readonly<Record<string, string>>;

/** A copy of a recipe's project, and how the agent is started in it. */
function placeFor(recipe: string, script: unknown, files: Files) {
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
  const flags = ["--trust-project", "--permission-mode", "bypassPermissions"];
  const model = ["--model", `script:${join(base, "script.json")}`, "--session-id", sessionId];
  return { cwd, home, program, args: [...words, ...model, ...flags] };
}

/** Runs the agent in a copy of a recipe's project, with nothing but the recipe in its way. */
function runIn(recipe: string, script: unknown, files: Files = {}) {
  const { cwd, home, program, args } = placeFor(recipe, script, files);
  const env = { PATH: tested.path, HOME: home };
  const { status, stdout, stderr } = spawnSync(program, [...args, "-p", "go", "--timeline"], {
    cwd,
    env,
    encoding: "utf8",
  });
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
const played: Readonly<Record<string, () => void | Promise<void>>> = {
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
  /** Notification is fired when a session waits for input, so this one does. */
  async "desktop-notice"() {
    const { cwd, home, program, args } = placeFor("desktop-notice", [["done"]], {
      ".claude/notice-command": "sh show.sh",
      "show.sh": 'echo "$1: $2" > shown.txt',
    });
    const formats = ["-p", "--input-format", "stream-json", "--output-format", "stream-json"];
    const env = {
      PATH: tested.path,
      HOME: home,
      [`${brand.environmentPrefix}IDLE_NOTICE_MS`]: "50",
    };
    const child = spawn(program, [...args, ...formats], { cwd, env, stdio: "pipe" });
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.stdout.resume();
    child.stderr.resume();
    const message = { role: "user", content: "go" };
    child.stdin.write(`${JSON.stringify({ type: "user", message })}\n`);
    const shown = () => readFileSync(join(cwd, "shown.txt"), "utf8");
    const isShown = () => existsSync(join(cwd, "shown.txt")) && shown().endsWith("\n");
    await vi.waitUntil(isShown, { timeout: 30_000, interval: 10 });
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(shown()).toBe("Agent: The agent waits for your input\n");
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

it("every recipe is played", () => {
  const recipes = globSync("*/recipe.json", { cwd: import.meta.dirname }).map(dirname);
  expect(Object.keys(played).sort()).toEqual(recipes.sort());
});

it.each(Object.entries(played))("%s works in a session of the agent", (_, play) => play());
