import { isObject, readMcpServers } from "@snaphook/engine/internal";
import type { ControlHandler } from "../control-context.ts";

/** Makes these the servers that were added during the session. Those of settings and command line stay. */
export const mcpSetServers: ControlHandler = async ({ servers: wanted }, { opened, servers }) => {
  if (!isObject(wanted)) throw new Error('"servers" is not an object with server names as keys');
  const { control } = await opened();
  const entries = Object.entries(wanted);
  const isOfDriver = (entry: unknown) => isObject(entry) && entry["type"] === "sdk";
  const others = Object.fromEntries(entries.filter(([, entry]) => !isOfDriver(entry)));
  const read = readMcpServers({ mcpServers: others });
  const ofDriver = entries
    .filter(([, entry]) => isOfDriver(entry))
    .map(([name, entry]) => servers.config(name, entry));
  const result = await control.servers.set([...read.servers, ...ofDriver]);
  const invalid = read.problems
    .filter(({ level }) => level === "error")
    .map(({ path, message, advice }) => [String(path[1] ?? "servers"), `${message}; ${advice}`]);
  return { ...result, errors: { ...result.errors, ...Object.fromEntries(invalid) } };
};
