import { type ControlHandler, textIn } from "../control-context.ts";

export const mcpReadResource: ControlHandler = async (request, { opened }) => {
  const name = textIn(request, "serverName");
  const uri = textIn(request, "uri");
  const { control } = await opened();
  const found = control.servers.list().find(({ server, isOff }) => server.name === name && !isOff);
  if (!found) throw new Error(`no MCP server is called ${name}`);
  const contents = await found.server.use(undefined, (connection, signal) =>
    connection.readResource(uri, signal),
  );
  return { contents };
};
