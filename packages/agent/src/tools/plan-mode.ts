import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { type Tool, ToolFailure } from "./tool.ts";

/** The model chooses to plan first. It only restricts what follows, so it needs no approval. */
export const enterPlanMode: Tool = defineTool({
  name: "EnterPlanMode",
  description:
    "Switches to plan mode, in which nothing is changed. Use it before work that can be done in several ways, or that touches many places: look around, make a plan, and put it before the user with ExitPlanMode. Not for small or obvious changes.",
  needsUser: true,
  input: () => z.object({}),
  output: () => z.looseObject({ message: z.string() }),
  check: async (_, { planMode }) => planMode?.whyNotEnter(),
  access: () => ({ kind: "read" }),
  concurrent: () => false,
  async run(_, { planMode }) {
    if (!planMode) throw new ToolFailure("This session has no plan mode");
    await planMode.enter();
    return { message: entered };
  },
  text: ({ message }) => message,
});

const entered =
  "Plan mode is on. Change nothing: find out what is needed, then call ExitPlanMode with the plan.";

/** The model puts its plan before the user; if they agree, plan mode ends. */
export const exitPlanMode: Tool = defineTool({
  name: "ExitPlanMode",
  description:
    "Puts a plan before the user, in plan mode. If they agree, plan mode ends and you carry the plan out. Use it only when the plan is complete, and only for work that changes something.",
  needsUser: true,
  input: () =>
    z.object({
      plan: z.string().optional().describe("The plan, as Markdown"),
      allowedPrompts: z
        .array(z.unknown())
        .optional()
        .describe("Has no effect: each command needs its own approval"),
    }),
  output: () =>
    z.looseObject({ plan: z.string().nullable(), grantsNothing: z.boolean().optional() }),
  check: async (_, { planMode }) =>
    planMode?.isOn() ? undefined : "The session is not in plan mode, so there is nothing to end.",
  access: () => ({ kind: "user", what: "plan" }),
  concurrent: () => false,
  async run({ plan, allowedPrompts = [] }, { planMode }) {
    if (!planMode) throw new ToolFailure("This session has no plan mode");
    await planMode.leave();
    return {
      plan: plan ?? null,
      isAgent: false,
      ...(allowedPrompts.length > 0 && { grantsNothing: true }),
    };
  },
  text: ({ plan, grantsNothing }) =>
    `The user agrees. Plan mode is off; carry the plan out.${grantsNothing ? " allowedPrompts has no effect: each command still needs its own approval." : ""}${plan === null ? "" : `\n\n${plan}`}`,
});
