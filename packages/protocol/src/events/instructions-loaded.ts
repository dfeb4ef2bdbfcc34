import { text, texts } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** A file of instructions for the model was loaded. */
export const instructionsLoaded = defineEvent({
  name: "InstructionsLoaded",
  rule: "extended",
  when: "an instructions file was loaded",
  hostShould: "nothing more",
  matchesOn: "load_reason",
  openValues: true,
  input: () => ({
    file_path: text("The file that was loaded, as an absolute path."),
    memory_type: text("Whose instructions they are: Project, User, Local, Managed."),
    load_reason: text("Why it was loaded, for example session_start."),
    globs: texts("The path patterns the file applies to.").optional(),
    trigger_file_path: text("The file whose use made it load.").optional(),
    parent_file_path: text("The file that includes it.").optional(),
  }),
  outcome: "notice",
  example: {
    file_path: "/project/CLAUDE.md",
    memory_type: "Project",
    load_reason: "session_start",
  },
});
