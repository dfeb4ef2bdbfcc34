import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolders, type Play, play, userTexts } from "./testing/play.ts";

const commandHook = (command: string) => [{ hooks: [{ type: "command", command }] }];
const guard = {
  hooks: {
    PreToolUse: commandHook('bash "${CLAUDE_PLUGIN_ROOT}/guard.sh"'),
    SessionStart: commandHook('echo x > "$CLAUDE_PROJECT_DIR/started"'),
  },
};

/** A command with a hook in its front matter, which needs the plugin's variables. */
const watching = `---
hooks:
  Stop:
    - hooks:
        - type: command
          command: echo "$(basename "$CLAUDE_PLUGIN_ROOT")" >> "$CLAUDE_PROJECT_DIR/watched"
---
Watch.`;

/** A user with one installed plugin: a guard with a script, and a command. */
function withPlugin() {
  const folders = newFolders();
  const root = join(folders.home, ".claude/plugins/cache/market/guard/1.2.0");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(root, ".claude-plugin/plugin.json"), '{"name": "guard", "version": "1.2.0"}');
  write(join(root, "hooks/hooks.json"), JSON.stringify(guard));
  write(join(root, "guard.sh"), "echo not with this plugin >&2; exit 2\n");
  write(join(root, "commands/check.md"), "---\ndescription: x\n---\nCheck $ARGUMENTS");
  write(join(root, "commands/watch.md"), watching);
  const entry = { scope: "user", installPath: root, version: "1.2.0" };
  write(
    join(folders.home, ".claude/plugins/installed_plugins.json"),
    JSON.stringify({ version: 2, plugins: { "guard@market": [entry] } }),
  );
  return folders;
}

const touch: Play = {
  script: [[{ tool: "Bash", input: { command: "touch made" } }], ["done"]],
};

describe("a plugin that the user installed", () => {
  it("C1 its hooks run without a review if the user's settings enable it", async () => {
    const { cwd, requests, result } = await play({
      ...touch,
      in: withPlugin(),
      userSettings: { enabledPlugins: { "guard@market": true } },
    });
    expect(readFileSync(join(cwd, "started"), "utf8")).toBe("x\n");
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(userTexts(requests[1]?.messages ?? []).join()).toContain("not with this plugin");
    expect(result.untrustedHooks).toEqual([]);
  });

  it("C1 its commands can be called by the plugin's name and theirs", async () => {
    const { hookInputs, requests } = await play({
      in: withPlugin(),
      userSettings: { enabledPlugins: { "guard@market": true } },
      prompt: "/guard:check it",
    });
    expect(hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "UserPromptExpansion",
        command_name: "guard:check",
        command_source: "plugin",
      }),
    );
    expect(userTexts(requests[0]?.messages ?? [])).toContain("Check it");
  });

  it("C3 hooks in the front matter of its commands run while the command is in use", async () => {
    const watched = async (more: Partial<Play>) => {
      const { cwd, result, events } = await play({
        in: withPlugin(),
        prompts: ["hello", "/guard:watch", "again"],
        ...more,
      });
      const file = join(cwd, "watched");
      const log = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
      return { log, untrusted: result.untrustedHooks?.length, events };
    };
    const enabledPlugins = { "guard@market": true };
    const trusted = await watched({ userSettings: { enabledPlugins } });
    expect(trusted).toMatchObject({ log: ["1.2.0"], untrusted: 0 });
    expect(JSON.stringify(trusted.events)).not.toContain("front matter do not run");
    const recorded = await watched({ userSettings: { enabledPlugins }, profile: "claude-code" });
    expect(recorded.log).toEqual(["1.2.0", "1.2.0"]);
    const asked = await watched({ projectSettings: { enabledPlugins } });
    expect(asked).toMatchObject({ log: [], untrusted: 3 });
    expect(await watched({})).toMatchObject({ log: [], untrusted: 0 });
  });

  it("T4 T2 it needs a review if only the project enables it, and the user reads that", async () => {
    const { cwd, result, events } = await play({
      ...touch,
      in: withPlugin(),
      projectSettings: { enabledPlugins: { "guard@market": true } },
    });
    expect(existsSync(join(cwd, "made"))).toBe(true);
    expect(existsSync(join(cwd, "started"))).toBe(false);
    expect(result.untrustedHooks).toHaveLength(3);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "notice",
        details: expect.arrayContaining([expect.stringContaining("guard.sh")]),
      }),
    );
  });

  it("C1 it does nothing if no settings enable it", async () => {
    const { cwd, result, requests } = await play({
      ...touch,
      in: withPlugin(),
      prompts: ["go", "/guard:check it"],
    });
    expect(existsSync(join(cwd, "made"))).toBe(true);
    expect(result.result).toContain("unknown command /guard:check");
    expect(requests).toHaveLength(2);
  });
});
