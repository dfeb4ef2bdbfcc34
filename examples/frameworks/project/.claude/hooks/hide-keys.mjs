// Hides keys in the output of commands.
import { readFileSync } from "node:fs";

const { tool_response: output } = JSON.parse(readFileSync(0, "utf8"));
const updatedToolOutput = JSON.parse(JSON.stringify(output).replaceAll("s3cret", "***"));
const hookSpecificOutput = { hookEventName: "PostToolUse", updatedToolOutput };
console.log(JSON.stringify({ hookSpecificOutput }));
