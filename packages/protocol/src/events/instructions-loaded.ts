import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** A file of instructions for the model was loaded. */
export const instructionsLoaded = defineEvent({
  name: "InstructionsLoaded",
  rule: "extended",
  when: "a file of instructions for the model was loaded",
  matchesOn: "load_reason",
  openValues: true,
  input: {
    file_path: z.string(),
    memory_type: z.string(),
    load_reason: z.string(),
    globs: z.array(z.string()).optional(),
    trigger_file_path: z.string().optional(),
    parent_file_path: z.string().optional(),
  },
  outcome: "notice",
  example: {
    file_path: "/project/CLAUDE.md",
    memory_type: "Project",
    load_reason: "session_start",
  },
});
