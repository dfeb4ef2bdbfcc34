/** How messages reach a server; the MCP library takes it as its transport. */
export interface ServerTransport {
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: object) => void) | undefined;
  /** Why it no longer works, if that is known. */
  problem(): string | undefined;
}
