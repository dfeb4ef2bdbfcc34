import type { Environment } from "../../environment.ts";
import { ModelUsageError } from "../model-usage-error.ts";

/** The variables that name a proxy for an address, as other programs read them. */
const variables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"] as const;
const exceptions = ["no_proxy", "NO_PROXY"] as const;

/** The proxies that are set, with complete addresses; undefined if there are none. */
export function proxyVariables(env: Environment): Readonly<Record<string, string>> | undefined {
  const proxies = variables.flatMap((name) => {
    const value = env[name];
    return value ? [[name, addressOf(name, value)] as const] : [];
  });
  if (proxies.length === 0) return undefined;
  const except = exceptions.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return Object.fromEntries([...proxies, ...except]);
}

/** `host:port` is usual, and means http. */
function addressOf(name: string, value: string): string {
  const address = value.includes("://") ? value : `http://${value}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new ModelUsageError(
    `${name} is "${value}", which is not the address of a proxy; it should look like http://127.0.0.1:3128`,
  );
}
