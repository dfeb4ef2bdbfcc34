import { flag, number, text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** A piece of an answer is about to be shown. */
export const messageDisplay = defineEvent({
  name: "MessageDisplay",
  rule: "extended",
  recorded: false,
  when: "a piece of an answer is about to be shown",
  hostShould: "show `fields.displayContent` in place of it",
  input: () => ({
    turn_id: text("The turn."),
    message_id: text("The message the piece belongs to."),
    index: number("The position of the piece in its message, from 0."),
    final: flag("Whether it is the last piece of its message."),
    delta: text("The text of the piece."),
  }),
  output: () => ({ displayContent: text("What to show instead of this piece.").optional() }),
  outcome: "notice",
  example: { turn_id: "turn_1", message_id: "message_1", index: 0, final: true, delta: "Done." },
});
