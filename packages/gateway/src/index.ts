/** An MCP server in front of another one. Used by the command; it may change in any version. */
export { checkHooks, GatewayError, gatewayEvents } from "./check-hooks.ts";
export { changeClientFile, readClientFile } from "./install/client-file.ts";
export {
  type ClientFile,
  type ClientName,
  clientFiles,
  clientNames,
} from "./install/clients.ts";
export { ClientFileError, installIn, uninstallFrom } from "./install/rewrite-servers.ts";
export { httpLink } from "./link/http-link.ts";
export type { ServerLink } from "./link/server-link.ts";
export { stdioLink } from "./link/stdio-link.ts";
export { type RunGatewayOptions, runGateway } from "./run-gateway.ts";
export { serverNameOf, serverNameOfUrl } from "./server-name.ts";
