import { type CallEnd, notRun } from "../../effects/call-end.ts";

/** What the model reads at the point where the user interrupted it. */
export const interruptedNote =
  "The user interrupted you here. Do not continue on your own: wait for what they say next.";

/** How a call ends that was being decided, ran, or had its hooks running when the user interrupted. */
export function interruptedCall({ call }: CallEnd): CallEnd {
  if (call !== "ran" && call !== "failed")
    return notRun("The user interrupted before this call ran.");
  const text = "The user interrupted this call. It may have had an effect, and its output is lost.";
  return { ...notRun(text), call: "failed" };
}
