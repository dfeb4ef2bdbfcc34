import { query } from "@anthropic-ai/claude-agent-sdk";

const options = {
  pathToClaudeCodeExecutable: process.argv[2],
  model: "script:session.json",
  hooks: {
    PreToolUse: [{ matcher: "Bash", hooks: [async () => refuse("Use the Write tool")] }],
  },
};

const refuse = (permissionDecisionReason) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason,
  },
});

for await (const message of query({ prompt: "Make a file", options }))
  if (message.type === "result") console.log(message.result, message.permission_denials.length);
