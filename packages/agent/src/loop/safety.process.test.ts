import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { newFolders, type Play, play } from "./testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const write = (file_path: string, content: string) => ({
  tool: "Write",
  input: { file_path, content },
});
const guard = "#!/bin/sh\ngrep -q danger && { echo guarded >&2; exit 2; }\nexit 0\n";
const guarded = {
  files: { ".claude/guard.sh": guard },
  projectSettings: {
    permissions: { allow: ["Bash", "Write", "Edit"] },
    hooks: {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: [{ type: "command", command: '"$CLAUDE_PROJECT_DIR"/.claude/guard.sh' }],
        },
      ],
    },
  },
  trustProject: true,
};
const harmless = "#!/bin/sh\nexit 0\n";

describe("an agent against its own guards", () => {
  it("T1 T2 T5 a model that rewrites its guard with Write is refused, and so is the guarded command", async () => {
    const { newTexts, cwd } = await play({
      ...guarded,
      permissionMode: "acceptEdits",
      script: [
        [{ tool: "Read", input: { file_path: ".claude/guard.sh" } }],
        [write(".claude/guard.sh", harmless)],
        [bash("touch danger")],
        ["done"],
      ],
    });
    expect(readFileSync(join(cwd, ".claude/guard.sh"), "utf8")).toBe(guard);
    expect(newTexts[2]?.[0]).toContain("guard.sh");
    expect(newTexts[3]?.[0]).toContain("guarded");
    expect(existsSync(join(cwd, "danger"))).toBe(false);
  });

  it("T1 T2 in bypassPermissions the guard can be rewritten, but the guarded command is still refused", async () => {
    const { newTexts, cwd } = await play({
      ...guarded,
      permissionMode: "bypassPermissions",
      script: [
        [bash(`printf '${harmless.replaceAll("\n", "\\n")}' > .claude/guard.sh`)],
        [bash("touch danger")],
        ["done"],
      ],
    });
    expect(readFileSync(join(cwd, ".claude/guard.sh"), "utf8")).toBe(harmless);
    expect(existsSync(join(cwd, "danger"))).toBe(false);
    expect(newTexts[2]?.[0]).toContain("guard.sh");
  });

  it("T5 in bypassPermissions the user sees at once that the last command changed a guard", async () => {
    const { events, newTexts } = await play({
      ...guarded,
      permissionMode: "bypassPermissions",
      script: [[bash(`printf '${harmless.replaceAll("\n", "\\n")}' > .claude/guard.sh`)], ["done"]],
    });
    const warnings = events.flatMap((event) =>
      event.type === "notice" && event.level === "warning" ? [event.text] : [],
    );
    expect(warnings).toContainEqual(
      expect.stringMatching(
        /guard\.sh changed while the command ran, which bypassPermissions allows/,
      ),
    );
    expect(newTexts.flat().join("\n")).not.toContain("changed while the command ran");
  });

  it("T5 a log that a hook writes is not a changed guard; a script that another hook runs is one", async () => {
    const folders = newFolders();
    const hook = (command: string) => ({ hooks: [{ type: "command", command }] });
    const path = (name: string) => join(folders.base, name);
    writeFileSync(path("add.sh"), 'echo "#" >> "$1"\n');
    for (const name of ["own.log", "check", "check.sh"]) writeFileSync(path(name), "");
    const { newTexts } = await play({
      in: folders,
      permissionMode: "acceptEdits",
      userSettings: {
        permissions: { allow: ["Bash"] },
        hooks: {
          PostToolUse: [
            hook(`sh ${path("add.sh")} ${path("own.log")}`),
            hook(`sh ${path("add.sh")} ${path("check")}`),
            hook(`sh ${path("add.sh")} ${path("check.sh")}`),
          ],
          Stop: [hook(`sh ${path("check")}`)],
        },
      },
      script: [[bash("touch one")], [bash("touch two")], ["done"]],
    });
    const [, , second] = newTexts.map((texts) => texts.join("\n"));
    expect(readFileSync(path("own.log"), "utf8")).toBe("#\n#\n");
    expect(second).not.toContain("own.log");
    expect(second).toContain(
      `${path("check")}, ${path("check.sh")} changed after the command before this one`,
    );
  });

  it("T5 writing to a settings file or the trust store is refused when no one can approve it, with Write and with Bash", async () => {
    const { cwd, home, requests } = await play({
      ...guarded,
      permissionMode: "acceptEdits",
      script: [
        [write(".claude/settings.local.json", '{"disableAllHooks": true}')],
        [bash("echo '{\"disableAllHooks\": true}' > .claude/settings.local.json")],
        [bash(`mkdir -p ~/${brand.homeFolder} && echo '{}' > ~/${brand.homeFolder}/trust.json`)],
        [write(`../home/${brand.homeFolder}/trust.json`, "{}")],
        ["done"],
      ],
    });
    expect(existsSync(join(cwd, ".claude/settings.local.json"))).toBe(false);
    expect(existsSync(join(home, `${brand.homeFolder}/trust.json`))).toBe(false);
    const results = (requests.at(-1)?.messages ?? []).flatMap(({ role, content }) =>
      role === "user" ? content : [],
    );
    const errors = results.filter((block) => block.type === "tool_result" && block.is_error);
    expect(errors).toHaveLength(4);
  });

  it("T5 the trust store is never written, not even in bypassPermissions", async () => {
    const { home } = await play({
      ...guarded,
      permissionMode: "bypassPermissions",
      script: [[write(`../home/${brand.homeFolder}/trust.json`, "{}")], ["done"]],
    });
    expect(existsSync(join(home, `${brand.homeFolder}/trust.json`))).toBe(false);
  });

  it("T1 T2 T6 hooks and settings of an untrusted project are ignored and reported", async () => {
    const { result, cwd, events } = await play({
      ...guarded,
      trustProject: false,
      permissionMode: "default",
      script: [[bash("touch danger")], ["done"]],
    });
    expect(result.untrustedHooks).toEqual([expect.stringContaining("guard.sh")]);
    expect(existsSync(join(cwd, "danger"))).toBe(false);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining("trust") }),
    );
  });

  it("T6 deny rules of an untrusted project refuse, its allow rules allow nothing", async () => {
    const { cwd } = await play({
      projectSettings: {
        permissions: { allow: ["Bash(touch allowed)"], deny: ["Bash(touch denied)"] },
      },
      trustProject: false,
      permissionMode: "default",
      allowedTools: ["Bash(touch denied)", "Bash(touch other)"],
      script: [[bash("touch denied")], [bash("touch allowed")], [bash("touch other")], ["done"]],
    });
    const made = ["denied", "allowed", "other"].filter((name) => existsSync(join(cwd, name)));
    expect(made).toEqual(["other"]);
  });

  it.each<Play>([
    { files: { ".claude/agents/a.md": "x" } },
    { files: { ".mcp.json": '{"mcpServers": {"notes": {"command": "true"}}}' } },
    { projectSettings: { permissions: { allow: ["Bash"] } } },
  ])("T6 --untrusted=fail does not start without %j", async (options) => {
    await expect(play({ ...options, untrusted: "fail" })).rejects.toThrow(
      /--untrusted=fail does not start a session without them: .*(a\.md|\.mcp\.json|settings\.json)/,
    );
  });

  it("T2 --untrusted=fail does not start", async () => {
    await expect(play({ ...guarded, trustProject: false, untrusted: "fail" })).rejects.toThrow(
      "not trusted",
    );
  });
});
