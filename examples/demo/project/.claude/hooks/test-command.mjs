// A JSON answer on stdout can put another input in the place of the model's. It replaces all of it.
import { readFileSync } from "node:fs";

const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
if (tool_input.command === "npm test") {
  const answer = {
    hookEventName: "PreToolUse",
    permissionDecision: "allow",
    permissionDecisionReason: "the tests of this project need no npm",
    updatedInput: { ...tool_input, command: "node test.mjs" },
  };
  console.log(JSON.stringify({ hookSpecificOutput: answer }));
}
