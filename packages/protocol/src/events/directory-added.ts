import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** A directory was added to the session. */
export const directoryAdded = defineEvent({
  name: "DirectoryAdded",
  rule: "extended",
  when: "a directory was added to the session",
  matchesOn: "source",
  openValues: true,
  input: { directory: z.string(), source: z.string() },
  outcome: "notice",
  example: { directory: "/library", source: "command" },
});
