/** The action of an outcome as transcripts and logs name it. A text only: what an outcome does is up to its effect. */
export const actionName = (outcome: { readonly action: string }): string => outcome.action;
