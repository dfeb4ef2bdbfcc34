// Removes white space at the ends of lines, and lets the file end with one line break. Put your own formatter here. The model hears of
// a change, because it would otherwise remember the old text.
import { readFileSync, writeFileSync } from "node:fs";

const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
const before = readFileSync(tool_input.file_path, "utf8");
const after = `${before.replace(/[ \t]+$/gm, "").trimEnd()}\n`;
if (after !== before) {
  writeFileSync(tool_input.file_path, after);
  const additionalContext = `${tool_input.file_path} was formatted; read it again before you edit it`;
  console.log(
    JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } }),
  );
}
