import { z } from "zod";
import { about, word } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** What made compaction start. */
export const compactTrigger = () =>
  word("Whether the user (manual) or the host (auto) started it.", ["manual", "auto"]);

/** E14: before compaction. The profile decides whether it can be blocked. */
export const preCompact = defineEvent({
  name: "PreCompact",
  rule: "E14",
  when: "the conversation is about to be compacted",
  hostShould:
    "`refuse` (profile `claude-code` only): do not compact; add messages of kind `instructions` to the summary's prompt",
  matchesOn: "trigger",
  input: () => ({
    trigger: compactTrigger(),
    custom_instructions: about(
      "What the user wrote after /compact; empty or null if nothing.",
      z.string().nullable(),
    ),
  }),
  outcome: "gate",
  decisionCounts: true,
  showsStdout: true,
  example: { trigger: "manual", custom_instructions: "" },
});
