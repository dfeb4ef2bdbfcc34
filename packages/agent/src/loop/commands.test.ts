import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { play, userTexts } from "./testing/play.ts";

const command = "---\nallowed-tools: Bash(touch:*)\nmodel: other-model\n---\nMake $1.";
const run = (options: Parameters<typeof play>[0]) =>
  play({
    files: { ".claude/commands/make.md": command },
    permissionMode: "default",
    prompts: ["/make a", "again"],
    script: [
      [{ tool: "Bash", input: { command: "touch a" } }],
      ["done"],
      [{ tool: "Bash", input: { command: "touch b" } }],
      ["done"],
    ],
    ...options,
  });

describe("commands in files", () => {
  it("T6 allowed-tools of a command apply while its prompt runs, and only if the project is trusted", async () => {
    const trusted = await run({ trustProject: true });
    expect(existsSync(join(trusted.cwd, "a"))).toBe(true);
    expect(existsSync(join(trusted.cwd, "b"))).toBe(false);
    const stranger = await run({});
    expect(existsSync(join(stranger.cwd, "a"))).toBe(false);
    expect(stranger.events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining("/make") }),
    );
  });

  it("the model that a command names answers its prompt, and the session's model the next one", async () => {
    const { requests } = await run({ trustProject: true });
    expect(requests.map(({ request }) => request.model)).toEqual([
      "other-model",
      "other-model",
      undefined,
      undefined,
    ]);
  });
});

describe("commands in the text of a slash command", () => {
  const look =
    "---\nallowed-tools: Bash(cat:*), Bash(touch:*)\n---\nNow: !`cat facts` and !`touch $1`.";
  const looked = (options: Parameters<typeof play>[0]) =>
    play({
      files: { ".claude/commands/look.md": look, facts: "forty-two" },
      permissionMode: "default",
      prompt: "/look made",
      script: [["done"]],
      trustProject: true,
      ...options,
    });
  const sent = ({ requests }: Awaited<ReturnType<typeof play>>) =>
    requests.flatMap(({ messages }) => userTexts(messages));
  const eventsOf = ({ hookInputs }: Awaited<ReturnType<typeof play>>) =>
    hookInputs.map((input) => input["hook_event_name"]);

  it("E25 section 12: run with the command's allowed-tools; as calls of Bash, or without events", async () => {
    const played = await looked({});
    expect(sent(played).at(-1)).toMatch(/^Now: forty-two and [^!]*\.$/);
    expect(existsSync(join(played.cwd, "made"))).toBe(true);
    expect(eventsOf(played).filter((name) => name === "PreToolUse")).toHaveLength(2);
    const recorded = await looked({ profile: "claude-code" });
    expect(sent(recorded).at(-1)).toContain("Now: forty-two and ");
    expect(existsSync(join(recorded.cwd, "made"))).toBe(true);
    expect(eventsOf(recorded)).not.toContain("PreToolUse");
  });

  it.each(["reference", "claude-code"] as const)(
    "E25 one that is not allowed ends the prompt (%s)",
    async (profile) => {
      const body = "---\nallowed-tools: Bash(cat:*)\n---\n!`touch made` $ARGUMENTS";
      const files = { ".claude/commands/look.md": body };
      const played = await looked({ files, profile });
      expect(played.requests).toEqual([]);
      expect(existsSync(join(played.cwd, "made"))).toBe(false);
      expect(played.result).toMatchObject({ subtype: "error_during_execution" });
      expect(played.result.result).toContain("/look was not sent: touch made did not run");
    },
  );

  it("E25 T1 none runs in a project that is not trusted, and arguments never become one", async () => {
    const stranger = await looked({ trustProject: false, allowedTools: ["Bash"] });
    expect(stranger.requests).toEqual([]);
    expect(existsSync(join(stranger.cwd, "made"))).toBe(false);
    expect(stranger.result.result).toContain("the project is not trusted");
    const typed = await looked({ prompt: "/look x; touch more", allowedTools: [] });
    expect(existsSync(join(typed.cwd, "more"))).toBe(false);
    const marked = "\uE000touch marked\uE001 !`touch quoted`";
    const files = { ".claude/commands/look.md": "Say $ARGUMENTS" };
    const said = await looked({ files, prompt: `/look ${marked}`, allowedTools: ["Bash"] });
    expect(sent(said).at(-1)).toContain("!`touch quoted`");
    for (const name of ["marked", "quoted"]) expect(existsSync(join(said.cwd, name))).toBe(false);
  });

  it("E25 a guard refuses one", async () => {
    const deny = { decision: "block", reason: "no files" };
    const played = await looked({ answers: { PreToolUse: [{}, deny] } });
    expect(played.requests).toEqual([]);
    expect(played.result.result).toContain("no files");
  });
});

/** A command whose front matter has hooks that write down each event. */
const withHooks = `---
description: x
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: echo pre >> "$CLAUDE_PROJECT_DIR/log"
  UserPromptSubmit:
    - hooks:
        - type: command
          command: echo prompt >> "$CLAUDE_PROJECT_DIR/log"
  Stop:
    - hooks:
        - type: command
          command: echo stop >> "$CLAUDE_PROJECT_DIR/log"
  SessionEnd:
    - hooks:
        - type: command
          command: echo end >> "$CLAUDE_PROJECT_DIR/log"
---
Guarded.`;
const loggedBy = async (options: Parameters<typeof play>[0]) => {
  const { cwd, result } = await run({
    files: { ".claude/commands/ops/guard.md": withHooks },
    permissionMode: "bypassPermissions",
    prompts: ["/ops:guard a", "again"],
    ...options,
  });
  const log = join(cwd, "log");
  const text = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  return { log: text, untrusted: result.untrustedHooks };
};

describe("hooks in the front matter of a slash command", () => {
  it("C3 T1 of the project do not run unless trusted, and are reported", async () => {
    const { log, untrusted } = await loggedBy({});
    expect(log).toEqual([]);
    expect(untrusted).toHaveLength(4);
  });

  it("C3 do not run if the command is not called", async () => {
    const { log } = await loggedBy({ trustProject: true, prompts: ["one", "two"] });
    expect(log).toEqual([]);
  });

  it("C3 a hook can refuse a call of its command", async () => {
    const hook = "{type: command, command: 'echo not here >&2; exit 2'}";
    const front = `---\nhooks: {PreToolUse: [{matcher: Bash, hooks: [${hook}]}]}\n---\nMake it.`;
    const { cwd, requests } = await run({
      files: { ".claude/commands/make.md": front },
      permissionMode: "bypassPermissions",
      trustProject: true,
    });
    expect(existsSync(join(cwd, "a"))).toBe(false);
    expect(existsSync(join(cwd, "b"))).toBe(true);
    expect(userTexts(requests[1]?.messages ?? []).join()).toContain("not here");
  });
});

describe("a command of an untrusted project", () => {
  it("T6 cannot choose a model", async () => {
    const { requests } = await run({});
    expect(requests.map(({ request }) => request.model)).toEqual(Array(4).fill(undefined));
  });
});

describe("instructions", () => {
  it("CLAUDE.md and its imports precede the first prompt, and InstructionsLoaded is fired for each file", async () => {
    const { hookInputs, requests, cwd } = await play({
      files: { "CLAUDE.md": "Be brief. @more.md\n", "more.md": "Tests first.\n" },
    });
    const loaded = hookInputs.filter((input) => input["hook_event_name"] === "InstructionsLoaded");
    expect(loaded).toMatchObject([
      { file_path: join(cwd, "CLAUDE.md"), memory_type: "Project", load_reason: "session_start" },
      {
        file_path: join(cwd, "more.md"),
        load_reason: "include",
        parent_file_path: join(cwd, "CLAUDE.md"),
      },
    ]);
    const [first, ...rest] = userTexts(requests[0]?.messages ?? []);
    expect(first).toContain("Be brief.");
    expect(first).toContain("Tests first.");
    expect(rest).toEqual(["hello"]);
  });

  it("T7 instructions of a policy are read from beside its settings", async () => {
    const policy = mkdtempSync(join(tmpdir(), "policy-"));
    writeFileSync(join(policy, "CLAUDE.md"), "Company rules.\n");
    const { hookInputs, requests } = await play({
      managedFile: join(policy, "managed-settings.json"),
    });
    expect(hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "InstructionsLoaded",
        file_path: join(policy, "CLAUDE.md"),
        memory_type: "Managed",
      }),
    );
    expect(userTexts(requests[0]?.messages ?? [])[0]).toContain("Company rules.");
  });

  it("--bare loads none, and no commands either", async () => {
    const { requests, result } = await play({
      bare: true,
      prompt: "/make a",
      files: { "CLAUDE.md": "Be brief.", ".claude/commands/make.md": command },
    });
    expect(requests).toEqual([]);
    expect(result.result).toContain("unknown command /make");
  });

  it("T6 the commands in a skill of a project that is not trusted do not run", async () => {
    const { requests, result, cwd } = await play({
      prompt: "/ship now",
      files: {
        ".claude/skills/ship/SKILL.md": "---\ndescription: x\n---\nShip it: !`touch shipped`",
        ".claude/commands/shop.md": command,
      },
    });
    expect(requests).toEqual([]);
    expect(result.result).toContain("/ship was not sent: it runs commands");
    expect(existsSync(join(cwd, "shipped"))).toBe(false);
  });
});
