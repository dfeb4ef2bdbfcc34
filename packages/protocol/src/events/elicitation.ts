import { z } from "zod";
import { about, fields, text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import type { CommonOutput, Opinion } from "./opinion.ts";

/** What a hook may answer for the user. */
export const elicitationAnswer = () => ({
  action: about(
    "The answer on behalf of the user; if missing, the user is asked.",
    z.enum(["accept", "decline", "cancel"]),
  ).optional(),
  content: fields("The values of the answer, if the action is accept.").optional(),
});

/** An answer on behalf of the user; anything but accept declines. */
export function readElicitation(answer: CommonOutput): Opinion {
  const { action, ...fields } = answer.hookSpecificOutput ?? {};
  if (action === undefined) return { decision: "none" };
  return { decision: action === "accept" ? "allow" : "deny", fields: { action, ...fields } };
}

/** An MCP server asks the user something. */
export const elicitation = defineEvent({
  name: "Elicitation",
  rule: "extended",
  recorded: false,
  when: "an MCP server asks the user something",
  hostShould: "`fields.action`: answer with it and `fields.content`; `refuse` without it: decline",
  matchesOn: "mcp_server_name",
  openValues: true,
  input: () => ({
    mcp_server_name: text("The MCP server that asks."),
    message: text("The question."),
    mode: text("How the question is asked: as a form or on a web page.").optional(),
    url: text("The page on which the user answers.").optional(),
    elicitation_id: text("The id of the question.").optional(),
    requested_schema: fields("The JSON Schema of the answer.").optional(),
  }),
  output: elicitationAnswer,
  outcome: "gate",
  block: "the question is declined",
  refusable: true,
  example: { mcp_server_name: "calendar", message: "Which day?" },
  opinion: readElicitation,
});
