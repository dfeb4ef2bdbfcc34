import { permissionModes } from "@snaphook/protocol";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { type Tool, ToolFailure } from "./tool.ts";

const response = () =>
  z.looseObject({
    status: z.string(),
    agentId: z.string(),
    content: z.array(z.looseObject({ type: z.literal("text"), text: z.string() })),
  });

/**
 * Starts a subagent. Its own calls are judged one by one, so that starting it needs no approval; a worktree for it
 * does, as with EnterWorktree.
 */
export const agent: Tool = defineTool({
  name: "Agent",
  description: `Gives a task to another agent, which works alone with its own conversation and answers once.

It knows nothing of this conversation: the prompt must say everything it needs, and what its answer should contain. The user does not see its answer; tell them what matters. Several calls in one answer run at the same time. Use it for searches that would fill this conversation, and for independent parts of a larger task; not for what one or two calls of your own can do.`,
  input: () =>
    z.object({
      prompt: z.string().min(1).describe("The task, complete"),
      description: z.string().describe("The task in three to five words"),
      subagent_type: z
        .string()
        .optional()
        .describe("Which kind of agent; default: general-purpose"),
      model: z
        .string()
        .optional()
        .describe("Another model for it: sonnet, opus, haiku or a full name"),
      run_in_background: z
        .boolean()
        .optional()
        .describe("Continue at once; its answer arrives later as a message"),
      name: z
        .string()
        .optional()
        .describe(
          "Makes it a teammate with this name: it works beside you, stays after its answer, and reads messages (SendMessage)",
        ),
      team_name: z.string().optional().describe("Has no effect: a session has one team"),
      mode: z
        .enum(permissionModes)
        .optional()
        .describe("A stricter permission mode for a teammate"),
      isolation: z
        .literal("worktree")
        .optional()
        .describe("The agent works in its own worktree, a separate checkout of the project"),
    }),
  output: response,
  access: ({ isolation }) => ({ kind: isolation === undefined ? "read" : "other" }),
  concurrent: () => true,
  async run(task, { runAgent, runAgentApart, callId }, signal) {
    const run = task.isolation === "worktree" ? runAgentApart : runAgent;
    if (!run)
      throw new ToolFailure(
        runAgent
          ? "Only the main agent can start an agent in a worktree"
          : "This session cannot start agents",
      );
    return run(task, { callId, signal });
  },
  text: ({ content }) => content.map(({ text }) => text).join("\n\n"),
});
