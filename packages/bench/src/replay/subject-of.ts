import type { JsonObject } from "@snaphook/engine";
import { isObject, shortLine } from "@snaphook/engine/internal";

/** Fields that say most about a call, the best first. */
const telling = ["command", "file_path", "notebook_path", "path", "url", "query", "pattern"];

/** A call or a prompt in a line: its command, its path or its beginning. */
export function subjectOf({ prompt, tool_input }: JsonObject): string {
  if (typeof prompt === "string") return shortLine(prompt);
  if (!isObject(tool_input)) return "";
  const field = telling.find((name) => typeof tool_input[name] === "string");
  return shortLine(field === undefined ? JSON.stringify(tool_input) : String(tool_input[field]));
}
