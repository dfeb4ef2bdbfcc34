import { type ControlHandler, textIn } from "../control-context.ts";

/** The end of what a background command has printed. */
export const getTaskOutput: ControlHandler = async (request, { opened }) =>
  (await opened()).control.taskOutput(textIn(request, "task_id"));
