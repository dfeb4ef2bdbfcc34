import { text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { compactTrigger } from "./pre-compact.ts";

/** After compaction. */
export const postCompact = defineEvent({
  name: "PostCompact",
  rule: "extended",
  when: "the conversation was compacted",
  hostShould: "nothing more",
  matchesOn: "trigger",
  input: () => ({
    trigger: compactTrigger(),
    compact_summary: text("The summary that replaces the conversation, as the model wrote it."),
  }),
  outcome: "notice",
  showsStdout: true,
  example: { trigger: "manual", compact_summary: "What happened so far" },
});
