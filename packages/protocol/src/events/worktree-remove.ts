import { text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** A worktree is no longer needed. */
export const worktreeRemove = defineEvent({
  name: "WorktreeRemove",
  rule: "extended",
  recorded: false,
  when: "a worktree is no longer needed",
  hostShould: "`refuse`: keep it",
  input: () => ({ worktree_path: text("The worktree, as an absolute path.") }),
  outcome: "gate",
  block: "the worktree is kept",
  refusable: true,
  failureRefuses: true,
  example: { worktree_path: "/worktrees/feature" },
});
