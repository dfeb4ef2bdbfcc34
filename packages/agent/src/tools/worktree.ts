import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { type Tool, ToolFailure } from "./tool.ts";

const output = () => z.looseObject({ worktreePath: z.string(), message: z.string() });

export const enterWorktree: Tool = defineTool({
  name: "EnterWorktree",
  description:
    "Makes a worktree, a separate checkout of the project on its own branch, and continues to work there. Use it only when the user asks for a worktree.",
  input: () =>
    z.object({
      name: z.string().optional().describe("Its name: letters, digits, dots, dashes, underscores"),
    }),
  output,
  access: () => ({ kind: "other" }),
  concurrent: () => false,
  async run({ name }, { worktree }) {
    if (!worktree) throw new ToolFailure("Only the main agent can enter a worktree");
    const { path, git } = await worktree.enter(name);
    const branch = git ? ` on the branch ${git.branch}` : "";
    return { worktreePath: path, message: `The session works in ${path} now${branch}.` };
  },
  text: ({ message }) => message,
});

export const exitWorktree: Tool = defineTool({
  name: "ExitWorktree",
  description:
    "Leaves the worktree that EnterWorktree made, and returns to the project: keeps the worktree, or removes it with its branch. Use it when the work there is done, or when the user asks.",
  input: () =>
    z.object({
      action: z.enum(["keep", "remove"]).describe("What happens to the worktree"),
      discard_changes: z
        .boolean()
        .optional()
        .describe("Remove it even if it has changes or commits that would be lost"),
    }),
  output,
  access: () => ({ kind: "other" }),
  concurrent: () => false,
  async run({ discard_changes: discardChanges = false, ...chosen }, { worktree }) {
    if (!worktree) throw new ToolFailure("Only the main agent can leave a worktree");
    const removes = Object.values(chosen).includes("remove");
    const { path } = await worktree.exit({ removes, discardChanges });
    const what = removes ? "was removed" : "is kept";
    return { worktreePath: path, message: `The worktree ${path} ${what}.` };
  },
  text: ({ message }) => message,
});
