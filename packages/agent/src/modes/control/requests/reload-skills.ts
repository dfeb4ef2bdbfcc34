import type { ControlHandler } from "../control-context.ts";

export const reloadSkills: ControlHandler = async (_request, { opened }) => {
  const { control } = await opened();
  await control.reloadCommands();
  return { skills: control.describe().commands };
};
