import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** How messages reach a server. */
export interface ServerTransport extends Transport {
  /** Why it no longer works, if that is known. */
  problem(): string | undefined;
}
