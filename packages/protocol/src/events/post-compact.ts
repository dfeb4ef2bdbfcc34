import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** After compaction. */
export const postCompact = defineEvent({
  name: "PostCompact",
  rule: "extended",
  when: "after compaction",
  matchesOn: "trigger",
  knownValues: ["manual", "auto"],
  input: { trigger: z.string(), compact_summary: z.string() },
  outcome: "notice",
  example: { trigger: "manual", compact_summary: "What happened so far" },
});
