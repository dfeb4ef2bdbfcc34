const withoutSchema = /claude-(?:instant|v?[23](?:[-.]|$)|(?:sonnet|opus)-4(?:-0|-20\d+|@|$))/;
const withoutEffort = /claude-(?:haiku-4-5|sonnet-4-5|opus-4-1)/;

/** Whether a model can be held to a schema; of a model we do not know we expect nothing. */
export const takesSchema = (id: string): boolean =>
  id.includes("claude-") && !withoutSchema.test(id);

/** Whether a model can be told how much effort to make. */
export const takesEffort = (id: string): boolean => takesSchema(id) && !withoutEffort.test(id);
