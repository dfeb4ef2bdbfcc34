import { fields, text, word } from "../fields.ts";
import { elicitationAnswer, readElicitation } from "./elicitation.ts";
import { defineEvent } from "./event-definition.ts";

/** The user answered an MCP server. */
export const elicitationResult = defineEvent({
  name: "ElicitationResult",
  rule: "extended",
  recorded: false,
  when: "the user answered an MCP server",
  hostShould:
    "`fields.action`: send it and `fields.content` in place of the user's answer; `refuse` without it: decline",
  matchesOn: "mcp_server_name",
  openValues: true,
  input: () => ({
    mcp_server_name: text("The MCP server that asked."),
    action: word("What the user answered.", ["accept", "decline", "cancel"]),
    content: fields("The values the user entered.").optional(),
  }),
  output: elicitationAnswer,
  outcome: "gate",
  block: "the answer is declined",
  refusable: true,
  example: { mcp_server_name: "calendar", action: "accept", content: { day: "Monday" } },
  opinion: readElicitation,
});
