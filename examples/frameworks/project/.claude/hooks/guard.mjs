// Refuses to remove files, and shortens what is read of them.
import { readFileSync } from "node:fs";

const { tool_input: input } = JSON.parse(readFileSync(0, "utf8"));
if (/\brm\b/.test(input.command)) {
  console.error("Files are never removed here.");
  process.exit(2);
}
const [, file] = /^cat (\S+)$/.exec(input.command) ?? [];
if (file !== undefined)
  console.log(
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        updatedInput: { ...input, command: `head -n 2 ${file}` },
        additionalContext: "Only the first two lines of a file are shown.",
      },
    }),
  );
