import { type ControlHandler, textIn } from "../control-context.ts";

export const mcpReconnect: ControlHandler = async (request, { opened }) => {
  await (await opened()).control.servers.reconnect(textIn(request, "serverName"));
};
