import { uuidOf } from "../../stream-json/prompt-queue.ts";
import type { ControlHandler } from "../control-context.ts";

/**
 * Ends the running turn, and what runs in the background unless the driver can stop that itself. Prompts that wait still run, unless `cancel_queued` drops them; those with a uuid are
 * listed.
 */
export const interrupt: ControlHandler = ({ cancel_queued }, context) => {
  const { session, prompts } = context;
  // The answer comes before the result of the turn.
  setImmediate(() => session()?.interrupt({ endsTasks: !context.stopsTasksItself }));
  const uuids = (list: ReturnType<typeof prompts.waiting>) =>
    list.flatMap((prompt) => uuidOf(prompt) ?? []);
  if (cancel_queued !== true) return { still_queued: uuids(prompts.waiting()) };
  return { still_queued: [], cancelled: uuids(prompts.take(() => true)) };
};
