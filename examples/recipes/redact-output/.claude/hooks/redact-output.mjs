// Replaces secrets in the output of commands before the model reads it. Add the forms that your secrets have.
import { readFileSync } from "node:fs";

const secrets = [
  /\b(?:sk|ghp|xoxb)[-_][\w-]{16,}/g,
  /(?<=\b(?:password|token|secret|api_?key)\s*[=:]\s*)\S+/gi,
];

const redact = (value) => {
  if (typeof value === "string")
    return secrets.reduce((text, secret) => text.replace(secret, "[removed]"), value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redact(one)]));
};

const { tool_response } = JSON.parse(readFileSync(0, "utf8"));
const updatedToolOutput = redact(tool_response);
if (JSON.stringify(updatedToolOutput) !== JSON.stringify(tool_response)) {
  const answer = { hookEventName: "PostToolUse", updatedToolOutput };
  console.log(JSON.stringify({ hookSpecificOutput: answer }));
}
