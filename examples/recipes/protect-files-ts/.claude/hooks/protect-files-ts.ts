// Refuses every call whose input names a protected file, whatever the tool: a shell command can write files too.
// Node 22.18 and newer run it without a build.
import { readFileSync } from "node:fs";

const protectedFiles: readonly string[] = ["prod.env"];

interface Call {
  readonly tool_input: unknown;
}

const { tool_input }: Call = JSON.parse(readFileSync(0, "utf8"));
// Quotes, backslashes and line breaks inside or before a name do not hide it.
const text = JSON.stringify(tool_input)
  .replace(/\\[nrt]/g, " ")
  .replace(/["'\\]/g, "");
for (const name of protectedFiles) {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (new RegExp(`(?<![\\w.-])${escaped}(?![\\w-]|\\.\\w)`).test(text)) {
    console.error(`${name} is protected: work without it, or ask the user`);
    process.exitCode = 2;
  }
}
