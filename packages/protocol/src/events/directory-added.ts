import { text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** A directory was added to the session. */
export const directoryAdded = defineEvent({
  name: "DirectoryAdded",
  rule: "extended",
  recorded: false,
  when: "a directory was added to the session",
  hostShould: "nothing more",
  matchesOn: "source",
  openValues: true,
  input: () => ({
    directory: text("The directory that was added, as an absolute path."),
    source: text("What added it."),
  }),
  outcome: "notice",
  example: { directory: "/library", source: "command" },
});
