import type { PermissionReply, RecordedAnswer } from "./tool-call.ts";

/** The user's reply as the trace has it; `counts`: it decides, because hooks did not before. */
export function recordedReply(reply: unknown, counts: boolean): RecordedAnswer {
  if (typeof reply === "boolean") return { behavior: reply ? "allow" : "deny", counts };
  const given = reply as Exclude<PermissionReply, boolean> | null | undefined;
  if (given?.behavior === "allow") {
    const { updatedInput } = given;
    return { behavior: "allow", ...(updatedInput && { updatedInput }), counts };
  }
  if (given?.behavior !== "deny") return { behavior: "invalid", counts };
  const { message, interrupt } = given;
  return {
    behavior: "deny",
    ...(message ? { message } : {}),
    ...(interrupt ? { interrupt } : {}),
    counts,
  };
}
