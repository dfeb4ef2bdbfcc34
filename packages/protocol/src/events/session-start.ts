import { flag, number, text, word } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { watchField } from "./file-changed.ts";
import { titleField } from "./title-field.ts";
import { contextField } from "./tool-fields.ts";

/** E1: a session starts or restarts. */
export const sessionStart = defineEvent({
  name: "SessionStart",
  rule: "E1",
  when: "a session begins, is resumed, cleared, compacted or forked",
  hostShould:
    "put the messages before the first prompt; send `fields.initialUserMessage` as a prompt; show `fields.sessionTitle` as the title; watch `fields.watchPaths`",
  matchesOn: "source",
  input: () => ({
    source: word("How the session started.", ["startup", "resume", "clear", "compact", "fork"]),
    model: text("The model in use.").optional(),
    agent_type: text("The agent the session was started as.").optional(),
    seconds_since_last_response: number(
      "Of a session that continues: how long ago the model answered last.",
    ).optional(),
    context_tokens: number(
      "Of a session that continues: about how many tokens its conversation has.",
    ).optional(),
    prompt_cache_likely_expired: flag(
      "Of a session that continues: whether the service no longer has the conversation in its cache.",
    ).optional(),
    estimated_cache_write_usd: number(
      "Of a session that continues: about what it costs to put the conversation into the cache again, in US dollars; missing if the price is not known.",
    ).optional(),
  }),
  output: () => ({
    ...contextField(),
    initialUserMessage: text("A user message to add before the first prompt.").optional(),
    ...titleField(),
    ...watchField(),
  }),
  outcome: "notice",
  hasEnvironmentFile: true,
  example: { source: "startup" },
});
