import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProfileName } from "@snaphook/protocol";
import { plannedModel, promptOf, startAgent } from "./testing/planned-model.ts";
import { play, specific } from "./testing/play.ts";
import { testQuestions } from "./testing/section-12.ts";

const create = { tool: "TaskCreate", input: { subject: "Write", description: "All of it" } };
const complete = { tool: "TaskUpdate", input: { taskId: "1", status: "completed" } };
const list = { tool: "TaskList", input: {} };

/** What becomes of a task whose completion a hook answers with this. */
const completedAfter = (answer: object) => async (profile: ProfileName) => {
  const { newTexts } = await play({
    profile,
    script: [[create], [complete], [list], ["done"]],
    answers: { TaskCompleted: answer },
  });
  return newTexts[3];
};

/** A hook that writes down its event. */
const logging = (event: string) => `
  ${event}:
    - hooks: [{type: command, command: 'echo ${event} >> "$CLAUDE_PROJECT_DIR/log"'}]`;
const command = `---
hooks:${["PreToolUse", "UserPromptSubmit", "Stop", "SessionEnd"].map(logging).join("")}
---
Guarded.`;
const onlyBash = `---
hooks:${logging("PreToolUse").replace("- hooks", "- matcher: Bash\n      hooks")}
---
Guarded.`;
const bash = { tool: "Bash", input: { command: "true" } };
const callGuard = { tool: "Skill", input: { skill: "guard" } };

function logIn(cwd: string): readonly string[] {
  const log = join(cwd, "log");
  return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
}

testQuestions([
  {
    question: 'E18 JSON `decision: "block"` on TaskCompleted',
    ask: completedAfter({ decision: "block", reason: "not yet" }),
    answers: {
      reference: ["1. Write: completed"],
      "claude-code": ["1. Write: pending"],
      envoy: ["1. Write: completed"],
    },
  },
  {
    question: "E18 hookSpecificOutput on TaskCompleted refuses nothing",
    ask: completedAfter({
      decision: "block",
      ...specific("TaskCompleted", { additionalContext: "more" }),
    }),
    answers: { reference: ["1. Write: completed"], "claude-code": ["1. Write: completed"] },
  },
  {
    question: "C3 hooks in the front matter of a slash command live",
    ask: async (profile) => {
      const { cwd } = await play({
        profile,
        files: { ".claude/commands/guard.md": command },
        trustProject: true,
        prompts: ["/guard", "again"],
        script: [[bash], ["done"], [bash], ["done"]],
      });
      return logIn(cwd);
    },
    answers: {
      reference: ["PreToolUse", "Stop"],
      "claude-code": ["PreToolUse", "Stop", "UserPromptSubmit", "PreToolUse", "Stop"],
    },
  },
  {
    question: "C3 hooks in the front matter of a skill live",
    ask: async (profile) => {
      const { cwd } = await play({
        profile,
        files: { ".claude/skills/guard/SKILL.md": command },
        trustProject: true,
        prompts: ["first", "again"],
        script: [[callGuard], [bash], ["done"], [bash], ["done"]],
      });
      return logIn(cwd);
    },
    answers: {
      reference: ["PreToolUse", "Stop"],
      "claude-code": ["PreToolUse", "Stop", "UserPromptSubmit", "PreToolUse", "Stop"],
    },
  },
  {
    question: "C3 hooks in the front matter of a skill that a subagent calls begin",
    ask: async (profile) => {
      const { cwd } = await play({
        profile,
        files: { ".claude/skills/guard/SKILL.md": onlyBash },
        trustProject: true,
        prompt: promptOf({
          steps: [[startAgent({ steps: [[callGuard], [bash]] })], [bash]],
        }),
        model: async () => plannedModel(),
      });
      return logIn(cwd);
    },
    answers: {
      reference: ["PreToolUse", "PreToolUse"],
      "claude-code": ["PreToolUse"],
    },
  },
  {
    question: "E25 a command in the text of a slash command fires",
    ask: async (profile) => {
      const { hookInputs } = await play({
        profile,
        files: { ".claude/commands/look.md": "---\nallowed-tools: Bash(true)\n---\n!`true`" },
        trustProject: true,
        prompt: "/look",
        script: [["done"]],
      });
      return hookInputs
        .map((input) => input["hook_event_name"])
        .filter((event) => event === "PreToolUse" || event === "PostToolUse");
    },
    answers: { reference: ["PreToolUse", "PostToolUse"], "claude-code": [] },
  },
]);
