/** What a PreToolUse hook prints on stdout to decide a call. */
export interface ToolCallReply {
  readonly hookSpecificOutput: {
    readonly hookEventName: "PreToolUse";
    readonly permissionDecision: "allow" | "deny" | "ask";
    readonly permissionDecisionReason: string;
  };
}

const reply =
  (permissionDecision: ToolCallReply["hookSpecificOutput"]["permissionDecision"]) =>
  (reason: string): ToolCallReply => ({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision,
      permissionDecisionReason: reason,
    },
  });

/**
 * Lets the call run without a question; the user sees the reason.
 *
 * @example console.log(JSON.stringify(allow("reading is fine")));
 */
export const allow = reply("allow");

/**
 * Refuses the call; the model sees the reason.
 *
 * @example console.log(JSON.stringify(deny("delete files one by one")));
 */
export const deny = reply("deny");

/**
 * Puts the question to the user, with the reason.
 *
 * @example console.log(JSON.stringify(ask("this touches production")));
 */
export const ask = reply("ask");
