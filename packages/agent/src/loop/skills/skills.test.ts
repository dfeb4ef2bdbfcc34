import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../agent-event.ts";
import { newFolders, play } from "../testing/play.ts";

const skill = (front: string, body = "Look for mistakes in $ARGUMENTS.") => ({
  ".claude/skills/review/SKILL.md": `---\ndescription: finds mistakes\n${front}---\n${body}`,
});
const call = (args?: string) => ({
  tool: "Skill",
  input: { skill: "review", ...(args === undefined ? {} : { args }) },
});
const bash = (command: string) => ({ tool: "Bash", input: { command } });
const notices = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
const logging =
  "hooks:\n  PreToolUse:\n    - hooks: [{type: command, command: 'echo ran >> \"$CLAUDE_PROJECT_DIR/log\"'}]\n";

describe("the tool Skill", () => {
  it("G11 gives the model the text with its arguments and folder, which counts as a turn", async () => {
    const { newTexts, result, hookInputs, requests, cwd } = await play({
      trustProject: true,
      permissionMode: "default",
      files: skill("", "See ${CLAUDE_SKILL_DIR}/list.md for $ARGUMENTS."),
      script: [[call("src")], [call("src")], ["done"]],
    });
    const folder = join(cwd, ".claude/skills/review");
    const text = `The files of this skill are in ${folder}\n\nSee ${folder}/list.md for src.`;
    expect(newTexts[1]).toEqual(["The text of the skill review follows.", text]);
    // The same text is not sent twice.
    expect(newTexts[2]?.join()).not.toContain("list.md");
    expect(result.numTurns).toBe(5);
    const post = hookInputs.find((input) => input["hook_event_name"] === "PostToolUse");
    expect(post).toMatchObject({ tool_response: { success: true, commandName: "review", text } });
    const offered = requests[0]?.request.tools.find(({ name }) => name === "Skill");
    expect(offered?.description).toContain("- review: finds mistakes");
  });

  it("a skill that the driver asks for and that does not exist is reported", async () => {
    const { events } = await play({
      trustProject: true,
      files: skill(""),
      skills: ["review", "nope"],
    });
    expect(notices(events).filter((text) => text.includes("there is no skill"))).toEqual([
      "there is no skill nope, which the driver asks for; the skills are: review",
    ]);
  });

  it("T6 C3 a skill of a project that is not trusted is neither offered nor called, and its hooks never run", async () => {
    const { requests, events, result, cwd, firedEvents } = await play({
      files: skill(logging),
      script: [[call()], [bash("true")], ["done"]],
    });
    const offered = requests[0]?.request.tools.find(({ name }) => name === "Skill");
    expect(offered?.description).toContain("There are no skills now");
    expect(notices(events).join()).toContain(
      "the model cannot call the skill review, because the project is not trusted",
    );
    expect(result.numTurns).toBe(3);
    expect(firedEvents.filter((event) => event === "PreToolUse")).toHaveLength(1);
    expect(existsSync(join(cwd, "log"))).toBe(false);
  });

  it.each([
    ["", "PostToolUse"],
    [logging, "PermissionRequest"],
    ["allowed-tools: Bash(touch:*)\n", "PermissionRequest"],
  ])("G1 needs approval only if the skill has hooks or grants rules: %j", async (front, event) => {
    const { firedEvents } = await play({
      profile: "claude-code",
      trustProject: true,
      permissionMode: "default",
      files: skill(front),
      script: [[call()], ["done"]],
    });
    expect(firedEvents[firedEvents.indexOf("PreToolUse") + 1]).toBe(event);
  });

  it("E17 refuses an unknown skill, and one that only the user may call, before any hook", async () => {
    const { newTexts, firedEvents } = await play({
      trustProject: true,
      files: skill("disable-model-invocation: true\n"),
      script: [[call()], [{ tool: "Skill", input: { skill: "revue" } }], ["done"]],
    });
    expect(newTexts[1]?.join()).toContain("Only the user can call the skill review");
    expect(newTexts[2]?.join()).toContain("There is no skill revue");
    expect(firedEvents).not.toContain("PreToolUse");
  });

  it("G1 rules that a skill grants end with the prompt", async () => {
    const { cwd } = await play({
      trustProject: true,
      permissionMode: "default",
      projectSettings: { permissions: { allow: ["Skill(review)"] } },
      files: skill("allowed-tools: Bash(touch:*)\n"),
      prompts: ["one", "two"],
      script: [[call()], [bash("touch first")], ["done"], [bash("touch second")], ["done"]],
    });
    expect(["first", "second"].map((file) => existsSync(join(cwd, file)))).toEqual([true, false]);
  });

  it("M7 a fork runs as an agent, which a rule against agents refuses", async () => {
    const files = skill("context: fork\nagent: Explore\n");
    const script = { main: [[call("src")], ["done"]], subagent: [["found none"]] };
    const forked = await play({ trustProject: true, files, script });
    expect(forked.newTexts[1]).toEqual(["found none"]);
    expect(forked.firedEvents).toContain("SubagentStop");
    expect(forked.result.numTurns).toBe(2);
    const refused = await play({
      trustProject: true,
      files,
      script,
      projectSettings: { permissions: { deny: ["Agent(Explore)"] } },
    });
    expect(refused.newTexts[1]?.join()).toContain("No agent may carry out the skill review");
    expect(refused.firedEvents).not.toContain("SubagentStart");
  });

  it("a skill that the user types is sent as a command is, and its hooks apply", async () => {
    const { newTexts, hookInputs, cwd } = await play({
      trustProject: true,
      prompt: "/review src",
      files: skill(logging),
      script: [[bash("true")], ["done"]],
    });
    expect(newTexts[0]?.join()).toContain("Look for mistakes in src.");
    expect(hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "UserPromptExpansion",
        command_name: "review",
        command_args: "src",
      }),
    );
    expect(readFileSync(join(cwd, "log"), "utf8")).toBe("ran\n");
  });

  it("C3 a plugin's skill has the plugin's name, and its hooks begin when it is called", async () => {
    const folders = newFolders();
    const plugin = join(folders.base, "ops");
    mkdirSync(join(plugin, "skills/deploy"), { recursive: true });
    writeFileSync(
      join(plugin, "skills/deploy/SKILL.md"),
      `---\ndescription: deploys\n${logging}---\nRun \${CLAUDE_PLUGIN_ROOT}/deploy.sh`,
    );
    const { newTexts, cwd } = await play({
      in: folders,
      trustProject: true,
      pluginDirectories: [plugin],
      script: [
        [bash("true")],
        [{ tool: "Skill", input: { skill: "ops:deploy" } }],
        [bash("true")],
        ["done"],
      ],
    });
    expect(newTexts[2]?.join()).toContain(`Run ${plugin}/deploy.sh`);
    expect(readFileSync(join(cwd, "log"), "utf8")).toBe("ran\n");
  });
});
