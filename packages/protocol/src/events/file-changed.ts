import { text, texts, word } from "../fields.ts";
import { defineEvent, type FilesOfMatcher } from "./event-definition.ts";

/** `watchPaths`, for the events that take it. */
export const watchField = () => ({
  watchPaths: texts("Files to watch from now on, instead of those watched before.").optional(),
});

/** The names in a matcher such as `.env|^package\\.json$`. */
function filesOfMatcher(pattern: string): FilesOfMatcher {
  const parts = pattern.split("|").map((part) => part.trim());
  const names: string[] = [];
  const expressions: string[] = [];
  for (const part of parts.filter(Boolean)) {
    const name = part.replace(/^\^/, "").replace(/\$$/, "").replaceAll("\\.", ".");
    if (/^[^\\/*+?()[\]{}^$|]+$/.test(name)) names.push(name);
    else expressions.push(part);
  }
  return { names, expressions };
}

/** A watched file changed; a matcher is tested against the file's name. */
export const fileChanged = defineEvent({
  name: "FileChanged",
  rule: "extended",
  recorded: false,
  when: "a watched file changed",
  hostShould: "watch `fields.watchPaths`",
  matchesOn: "file_path",
  matchedValues: (path) => [path.slice(path.lastIndexOf("/") + 1)],
  openValues: true,
  filesOfMatcher,
  input: () => ({
    file_path: text("The file that changed, as an absolute path."),
    event: word("What happened to it.", ["change", "add", "unlink"]),
  }),
  output: watchField,
  outcome: "notice",
  hasEnvironmentFile: true,
  example: { file_path: "/project/.env", event: "change" },
});
