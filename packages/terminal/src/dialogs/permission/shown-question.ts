import type { PermissionQuestion } from "@snaphook/agent";

/** What a permission dialog shows of a question. */
export type ShownQuestion = Pick<
  PermissionQuestion,
  "call" | "askedBy" | "reasons" | "offers" | "rewritten" | "troubles" | "agent"
>;
