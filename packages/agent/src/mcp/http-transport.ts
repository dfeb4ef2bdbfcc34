import type { ServerTransport } from "./server-transport.ts";

interface HttpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Messages to a server on the network (streamable HTTP). Throws if the address is not one. */
export async function httpTransport({ url, headers }: HttpOptions): Promise<ServerTransport> {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new Error(`${url} is not an http or https address`);
  let problem: string | undefined;
  const { StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers },
    // A call that is asked again might act twice; the caller decides.
    reconnectionOptions: {
      maxRetries: 2,
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 2,
    },
    async fetch(input, init) {
      try {
        return await fetch(input, init);
      } catch (error) {
        problem = networkProblem(error, address);
        throw new Error(problem);
      }
    },
  });
  return Object.assign(transport as typeof transport & ServerTransport, {
    problem: () => problem,
  });
}

/** The text of `fetch` is always the same; its cause says what happened. */
function networkProblem(error: unknown, { host }: URL): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { readonly code?: string; readonly message?: string };
  if (code === "ECONNREFUSED") return `nothing answers at ${host}`;
  return `${host} could not be reached: ${message || code || "no reason given"}`;
}
