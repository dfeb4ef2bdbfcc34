/** The connection to the server behind the gateway. */
export interface ServerLink {
  /** Sends a message. Rejects if the server can no longer be reached. */
  send(text: string): Promise<void>;
  /** The protocol version that client and server agreed on. */
  agreed?(version: string): void;
  /** Why the connection ended, and the exit code for it. Never rejects. */
  readonly ended: Promise<LinkEnd>;
  /** Ends the connection, and a server that was started with everything it started. */
  end(): Promise<void>;
}

export interface LinkEnd {
  readonly why: string;
  readonly exitCode: number;
}

export interface LinkEvents {
  /** A line of the server, without its newline. */
  readonly onLine: (line: Buffer) => void;
  /** What the server writes for people. */
  readonly onComplaint: (chunk: Buffer) => void;
}
