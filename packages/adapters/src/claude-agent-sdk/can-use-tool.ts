import type { JsonObject, PermissionReply } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";

/** The SDK's way to ask the user. */
export const canUseTool =
  (ask: Exclude<AdapterOptions["ask"], false | undefined>) =>
  async (
    name: string,
    input: JsonObject,
    { signal, suggestions = [], toolUseID = "", decisionReason }: QuestionOptions,
  ) => {
    const reasons = decisionReason === undefined ? [] : [decisionReason];
    const call = { id: toolUseID, name, input };
    // The SDK does not say whether a hook or a rule asks.
    const askedBy = { kind: reasons.length > 0 ? "host" : "nothing-allows-it" } as const;
    return resultOf(await ask({ call, askedBy, reasons, suggestions, signal }), input);
  };

interface QuestionOptions {
  readonly signal: AbortSignal;
  readonly suggestions?: readonly unknown[];
  readonly toolUseID?: string;
  readonly decisionReason?: string;
}

function resultOf(reply: PermissionReply, input: JsonObject) {
  if (reply === true) return { behavior: "allow", updatedInput: input };
  if (reply === false) return { behavior: "deny", message: "the user said no" };
  return reply.behavior === "allow"
    ? { updatedInput: input, ...reply }
    : { message: "the user said no", ...reply };
}
