import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** A worktree is needed; the hook makes it and says where. */
export const worktreeCreate = defineEvent({
  name: "WorktreeCreate",
  rule: "extended",
  when: "a worktree is needed",
  input: { name: z.string() },
  output: { worktreePath: z.string().optional() },
  outcome: "gate",
  block: "the worktree is not made",
  refusable: true,
  failureRefuses: true,
  stdoutField: "worktreePath",
  example: { name: "feature" },
});
