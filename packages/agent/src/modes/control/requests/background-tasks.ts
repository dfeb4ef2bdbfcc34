import type { ControlHandler } from "../control-context.ts";

/** A call that has begun in the foreground stays there; `backgrounded` says so. */
export const backgroundTasks: ControlHandler = async (_request, { opened }) => {
  await opened();
  return { backgrounded: false };
};
