import type { PermissionPrompt } from "../state/open-question.ts";

/** A question about a call of a tool; only its id is missing. */
export const permissionQuestion = (
  name: string,
  input: Readonly<Record<string, unknown>>,
): PermissionPrompt => ({
  kind: "permission",
  question: {
    call: { name, id: "t1", input },
    askedBy: { kind: "tool" },
    reasons: [],
    suggestions: [],
    offers: [],
    signal: new AbortController().signal,
  },
  before: undefined,
  answer() {},
});
