import type { Clock } from "@snaphook/engine/internal";
import { errorText } from "../error-text.ts";
import { ToolFailure } from "../tools/tool.ts";
import type { Connection, ConnectOptions, Listing, ServerInfo } from "./connection-types.ts";
import type { FoundServer, ServerSource } from "./find-servers.ts";
import { DeadlineError, withDeadline } from "./with-deadline.ts";

/** How often a server is started again without having answered a call in between. */
const maxRestarts = 3;
/** How long a server has to answer a ping after a call that took too long. */
const pingMs = 5000;

interface ServerLimits {
  readonly startMs: number;
  readonly callMs: number;
}

export interface McpServerOptions {
  readonly found: FoundServer;
  readonly limits: ServerLimits;
  readonly clock: Clock;
  readonly connection: Omit<ConnectOptions, "config" | "signal" | "onClose" | "onListChanged">;
  readonly warn: (text: string) => void;
  onListing(): void;
}

/** A server of a session. */
export interface McpServer {
  readonly name: string;
  readonly source: ServerSource;
  readonly config: FoundServer["config"];
  /** Whether it answers, or why it does not. */
  status(): ServerStatus;
  /** What it calls itself, if it answers. */
  info(): ServerInfo | undefined;
  /** What it offers; what it offered last, if it has ended. */
  listing(): Listing;
  /** The first start. Never rejects: a server that does not start is reported, and its tools do not exist. */
  start(): Promise<void>;
  /**
   * Uses the server within the limit for a call; starts it again if it has ended. Rejects with a `ToolFailure`.
   * `elicit` answers the questions of the server meanwhile; of several calls at once, that of the newest.
   */
  use<Result>(
    signal: AbortSignal | undefined,
    work: (connection: Connection, signal: AbortSignal) => Promise<Result>,
    elicit?: ConnectOptions["elicit"],
  ): Promise<Result>;
  close(): Promise<void>;
}

export type ServerStatus =
  | { readonly state: "pending" | "connected" }
  | { readonly state: "failed" | "ended"; readonly because: string };

const nothing: Listing = { tools: [], prompts: [], hasResources: false, unnamedTools: 0 };

export function createMcpServer(options: McpServerOptions): McpServer {
  const { found, limits, clock, warn } = options;
  const { config, source } = found;
  const { name } = config;
  let status: ServerStatus = { state: "pending" };
  let listing = nothing;
  let current: Connection | undefined;
  let opening: Promise<Connection> | undefined;
  let relisting: Promise<void> | undefined;
  let restarts = 0;
  let isClosed = false;
  const closing = new AbortController();
  const running: { readonly elicit: ConnectOptions["elicit"] }[] = [];

  async function open(): Promise<Connection> {
    const { connect } = await import("./connection.ts");
    const opened = await withDeadline(clock, limits.startMs, closing.signal, (signal) =>
      connect({
        ...options.connection,
        config,
        signal,
        elicit: (...question) => (running.at(-1) ?? options.connection).elicit(...question),
        onListChanged() {
          relisting = relist();
        },
        onClose,
      }),
    );
    if (isClosed) {
      await opened.close();
      throw new Error("the session has ended");
    }
    current = opened;
    status = { state: "connected" };
    setListing(opened.listing);
    return opened;
  }

  function setListing(next: Listing): void {
    const { unnamedTools } = next;
    if (unnamedTools > 0 && unnamedTools !== listing.unnamedTools)
      warn(
        `the MCP server ${name} lists tools without a name (${unnamedTools}), which are not offered`,
      );
    listing = next;
    options.onListing();
  }

  async function relist(): Promise<void> {
    try {
      if (current?.isOpen())
        setListing(await withDeadline(clock, limits.startMs, undefined, () => relisted()));
    } catch (error) {
      warn(
        `the MCP server ${name} has changed its tools, and did not list them: ${errorText(error)}`,
      );
    }
  }
  const relisted = async (): Promise<Listing> => (await current?.relist()) ?? listing;

  function onClose(why: string): void {
    // One that ends before it is ready is reported by its start.
    if (isClosed || current === undefined) return;
    current = undefined;
    status = { state: "ended", because: why };
    const next =
      restarts < maxRestarts
        ? "the next call of one of its tools starts it again"
        : `it was started again ${maxRestarts} times in a row, and is not started again in this session`;
    warn(`the MCP server ${name} has ended: ${why}; ${next}`);
  }

  /** The connection, made again if the server has ended; gives up after some attempts. */
  async function connected(): Promise<Connection> {
    if (current?.isOpen()) return current;
    if (opening) return opening;
    const { state } = status;
    const because = "because" in status ? status.because : "it was not started";
    if (isClosed || state === "failed") throw new ToolFailure(unavailable(because));
    if (restarts >= maxRestarts)
      throw new ToolFailure(
        unavailable(
          `${because}; it was started again ${maxRestarts} times in a row, and is not started again in this session`,
        ),
      );
    restarts++;
    opening = open();
    try {
      return await opening;
    } catch (error) {
      status = { state: "ended", because: startProblem(error) };
      throw new ToolFailure(unavailable(startProblem(error)));
    } finally {
      opening = undefined;
    }
  }

  const unavailable = (why: string) => `The MCP server ${name} is not available: ${why}`;
  const startProblem = (error: unknown): string => {
    if (error instanceof DeadlineError)
      return `it was not ready after ${limits.startMs} ms (MCP_TIMEOUT)`;
    return isStatus(error) ? `it ${connectionProblem(error)}` : errorText(error);
  };

  /** Ends a server that did not answer a call and does not answer a ping either. */
  async function checkAlive(connection: Connection): Promise<void> {
    try {
      await withDeadline(clock, pingMs, undefined, (signal) => connection.ping(signal));
    } catch {
      if (connection !== current) return;
      onClose("it no longer answers, and was ended");
      await connection.close();
    }
  }

  return {
    name,
    source,
    config,
    status: () => status,
    info: () => current?.info(),
    listing: () => listing,
    async start() {
      try {
        opening = open();
        await opening;
      } catch (error) {
        status = { state: "failed", because: startProblem(error) };
        if (isClosed) return;
        warn(
          `the MCP server ${name} was not started, and its tools do not exist: ${startProblem(error)}`,
        );
      } finally {
        opening = undefined;
      }
    },
    async use(signal, work, elicit = options.connection.elicit) {
      const connection = await connected();
      const call = { elicit };
      running.push(call);
      try {
        const result = await withDeadline(clock, limits.callMs, signal, (inner) =>
          work(connection, inner),
        );
        restarts = 0;
        // A tool that adds tools: the next request offers them.
        await relisting;
        return result;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof DeadlineError) {
          void checkAlive(connection);
          throw new ToolFailure(
            `The MCP server ${name} did not answer within ${limits.callMs} ms (MCP_TOOL_TIMEOUT)`,
          );
        }
        if (!connection.isOpen())
          throw new ToolFailure(
            `The MCP server ${name} ended during the call: ${connection.problem() ?? errorText(error)}. The call may have done a part of its work.`,
          );
        if (config.kind === "http" && isOfConnection(error)) {
          onClose(connectionProblem(error));
          void connection.close();
          throw new ToolFailure(`The MCP server ${name} ${connectionProblem(error)}`);
        }
        throw new ToolFailure(errorText(error));
      } finally {
        running.splice(running.indexOf(call), 1);
      }
    },
    async close() {
      isClosed = true;
      closing.abort(new Error("the session has ended"));
      await opening?.catch(() => {});
      await current?.close();
    },
  };
}

/** An HTTP status; errors of a server have negative codes. */
const isStatus = (error: unknown): error is Error & { readonly code: number } =>
  error instanceof Error && "code" in error && typeof error.code === "number" && error.code > 0;

/** What is wrong with a connection over HTTP, as the end of a sentence about the server. */
function connectionProblem(error: unknown): string {
  if (!isStatus(error)) return `could not be asked: ${errorText(error)}`;
  const { code: status } = error;
  const hint =
    status === 401 || status === 403
      ? "; it wants you to sign in: add its key to `headers`, because signing in with a browser is not supported"
      : "";
  return `answered with HTTP status ${status}${hint}`;
}

/** Whether the server could not be reached, or has forgotten the session; its own errors have negative codes. */
const isOfConnection = (error: unknown): boolean =>
  !(error instanceof Error && "code" in error && typeof error.code === "number" && error.code < 0);
