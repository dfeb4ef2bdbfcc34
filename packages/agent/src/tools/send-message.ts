import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { type Tool, ToolFailure } from "./tool.ts";

const request = () =>
  z.discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("shutdown_request"),
      reason: z.string().optional(),
    }),
    z.strictObject({
      type: z.literal("shutdown_response"),
      request_id: z.string(),
      approve: z.boolean(),
      reason: z.string().optional(),
    }),
  ]);

const expectedMessage =
  'a text, {"type": "shutdown_request"} or {"type": "shutdown_response", "request_id": "…", "approve": true}';

/** Writes to another member of the team. It only moves text inside the session, so that it needs no approval. */
export const sendMessage: Tool = defineTool({
  name: "SendMessage",
  description: `Sends a message to a member of the team. It is read at the next step of the recipient; one that is idle begins to work.

Use it to hand over results, to ask for what you need, and to tell others what concerns them. Other members do not see your answers, only your messages. The lead gets your last answer when you become idle: do not send it twice. Messages from one member to another arrive in the order in which they were sent. The lead ends a teammate with {"type": "shutdown_request"}; the teammate answers with a shutdown_response.`,
  input: () =>
    z.object({
      to: z.string().min(1).describe("The name of a teammate, team-lead, or * for all others"),
      message: z
        .union([z.string().min(1), request()], { error: expectedMessage })
        .describe("The text, or a request"),
      summary: z.string().optional().describe("The message in a few words, for the user"),
    }),
  output: () =>
    z.looseObject({
      success: z.literal(true),
      recipients: z.array(z.string()),
      request_id: z.string().optional(),
    }),
  access: () => ({ kind: "read" }),
  // Messages of one answer arrive in its order.
  concurrent: () => false,
  async run({ to, message }, { sendMessage: send }) {
    if (!send) throw new ToolFailure("This agent is not a member of a team");
    const sent = send({ to, message });
    return { success: true as const, ...sent, recipients: [...sent.recipients] };
  },
  text: ({ recipients, request_id }) =>
    `The message was sent to ${recipients.join(", ")}${request_id === undefined ? "." : ` (request ${request_id}).`}`,
});
