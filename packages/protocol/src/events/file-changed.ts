import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** A watched file changed; a matcher is tested against the file's name. */
export const fileChanged = defineEvent({
  name: "FileChanged",
  rule: "extended",
  when: "a watched file changed",
  matchesOn: "file_path",
  matchedValues: (path) => [path.slice(path.lastIndexOf("/") + 1)],
  openValues: true,
  input: { file_path: z.string(), event: z.string() },
  output: { watchPaths: z.array(z.string()).optional() },
  outcome: "notice",
  example: { file_path: "/project/.env", event: "change" },
});
