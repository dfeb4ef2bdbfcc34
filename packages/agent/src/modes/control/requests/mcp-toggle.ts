import { type ControlHandler, textIn } from "../control-context.ts";

export const mcpToggle: ControlHandler = async (request, { opened }) => {
  const { enabled } = request;
  if (typeof enabled !== "boolean") throw new Error('"enabled" is neither true nor false');
  await (await opened()).control.servers.setEnabled(textIn(request, "serverName"), enabled);
};
