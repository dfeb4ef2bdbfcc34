import { type ControlHandler, textIn } from "../control-context.ts";

export const stopTask: ControlHandler = async (request, { opened }) => {
  await (await opened()).control.stopTask(textIn(request, "task_id"));
};
