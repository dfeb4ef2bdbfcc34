import { type ControlHandler, textIn } from "../control-context.ts";

/** A message from an MCP server that runs in the driver. */
export const mcpMessage: ControlHandler = (request, { servers }) => {
  servers.receive(textIn(request, "server_name"), request["message"]);
};
