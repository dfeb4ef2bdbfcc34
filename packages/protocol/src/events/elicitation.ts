import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import type { CommonOutput, Opinion } from "./opinion.ts";

/** What a hook may answer for the user. */
export const elicitationAnswer = {
  action: z.enum(["accept", "decline", "cancel"]).optional(),
  content: z.record(z.string(), z.unknown()).optional(),
};

/** An answer given for the user; everything but accepting declines. */
export function readElicitation(answer: CommonOutput): Opinion {
  const { action, ...fields } = answer.hookSpecificOutput ?? {};
  if (action === undefined) return { decision: "none" };
  return { decision: action === "accept" ? "allow" : "deny", fields: { action, ...fields } };
}

/** An MCP server asks the user something. */
export const elicitation = defineEvent({
  name: "Elicitation",
  rule: "extended",
  when: "an MCP server asks the user something",
  matchesOn: "mcp_server_name",
  openValues: true,
  input: {
    mcp_server_name: z.string(),
    message: z.string(),
    mode: z.string().optional(),
    url: z.string().optional(),
    elicitation_id: z.string().optional(),
    requested_schema: z.record(z.string(), z.unknown()).optional(),
  },
  output: elicitationAnswer,
  outcome: "gate",
  block: "the question is declined",
  refusable: true,
  example: { mcp_server_name: "calendar", message: "Which day?" },
  opinion: readElicitation,
});
