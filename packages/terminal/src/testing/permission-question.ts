/** A question about a call of a tool; only its id is missing. */
export const permissionQuestion = (name: string, input: Readonly<Record<string, unknown>>) => ({
  kind: "permission" as const,
  question: {
    call: { name, id: "t1", input },
    askedBy: { kind: "tool" as const },
    reasons: [],
    suggestions: [],
    offers: [],
    signal: new AbortController().signal,
  },
  before: undefined,
  answer() {},
});
