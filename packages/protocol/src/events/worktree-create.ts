import { text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** A worktree is needed; the hook creates it and answers with its path. */
export const worktreeCreate = defineEvent({
  name: "WorktreeCreate",
  rule: "extended",
  recorded: false,
  when: "a worktree is needed",
  hostShould: "`proceed`: use `fields.worktreePath`; `refuse`: fail",
  input: () => ({ name: text("The name of the worktree.") }),
  output: () => ({
    worktreePath: text("Where the hook created the worktree, as an absolute path.").optional(),
  }),
  outcome: "gate",
  block: "the worktree is not created",
  refusable: true,
  failureRefuses: true,
  stdoutField: "worktreePath",
  example: { name: "feature" },
});
