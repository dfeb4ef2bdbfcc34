import { text, word } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { watchField } from "./file-changed.ts";
import { contextField } from "./tool-fields.ts";

/** E1: a session starts or restarts. */
export const sessionStart = defineEvent({
  name: "SessionStart",
  rule: "E1",
  when: "a session begins, is resumed, cleared, compacted or forked",
  hostShould:
    "put the messages before the first prompt; send `fields.initialUserMessage` as a prompt; watch `fields.watchPaths`",
  matchesOn: "source",
  input: () => ({
    source: word("How the session started.", ["startup", "resume", "clear", "compact", "fork"]),
    model: text("The model in use.").optional(),
    agent_type: text("The agent the session was started as.").optional(),
  }),
  output: () => ({
    ...contextField(),
    initialUserMessage: text("A user message to add before the first prompt.").optional(),
    ...watchField(),
  }),
  outcome: "notice",
  hasEnvironmentFile: true,
  example: { source: "startup" },
});
