import { uuidOf } from "../../stream-json/prompt-queue.ts";
import type { ControlHandler } from "../control-context.ts";

/** Ends the running turn. Prompts that wait still run, unless `cancel_queued` drops them; those with a uuid are listed. */
export const interrupt: ControlHandler = ({ cancel_queued }, { session, prompts }) => {
  // The answer comes before the result of the turn.
  setImmediate(() => session()?.interrupt());
  const uuids = (list: ReturnType<typeof prompts.waiting>) =>
    list.flatMap((prompt) => uuidOf(prompt) ?? []);
  if (cancel_queued !== true) return { still_queued: uuids(prompts.waiting()) };
  return { still_queued: [], cancelled: uuids(prompts.take(() => true)) };
};
