import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { contextField } from "./tool-fields.ts";

/** E1: a session begins or begins anew. */
export const sessionStart = defineEvent({
  name: "SessionStart",
  rule: "E1",
  when: "a session begins, resumes, is cleared, was compacted or forked",
  matchesOn: "source",
  knownValues: ["startup", "resume", "clear", "compact", "fork"],
  input: {
    source: z.string(),
    model: z.string().optional(),
    agent_type: z.string().optional(),
  },
  output: { ...contextField, initialUserMessage: z.string().optional() },
  outcome: "notice",
  hasEnvironmentFile: true,
  example: { source: "startup" },
});
