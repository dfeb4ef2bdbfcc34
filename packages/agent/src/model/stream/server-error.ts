/** An error that a server reports inside a response that began as a success. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  /** The HTTP status that says the same, if there is one. */
  readonly status: number | undefined;
  /** Asking again does not help. */
  readonly isPermanent: boolean;
  constructor(message: string, { status, isPermanent = false }: ServerErrorFacts = {}) {
    super(message);
    this.status = status;
    this.isPermanent = isPermanent;
  }
}

interface ServerErrorFacts {
  readonly status?: number | undefined;
  readonly isPermanent?: boolean;
}

/** A server that stopped sending, or never began. */
export class SilentServer extends Error {
  override readonly name = "SilentServer";
}
