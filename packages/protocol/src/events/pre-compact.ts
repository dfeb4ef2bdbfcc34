import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** E14: before compaction. Whether it can be blocked is a question for the profile. */
export const preCompact = defineEvent({
  name: "PreCompact",
  rule: "E14",
  when: "before compaction",
  matchesOn: "trigger",
  knownValues: ["manual", "auto"],
  input: { trigger: z.string(), custom_instructions: z.string().nullable() },
  outcome: "gate",
  decisionCounts: true,
  example: { trigger: "manual", custom_instructions: "" },
});
