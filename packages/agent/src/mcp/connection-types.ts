import type { McpServerConfig as ConfiguredServer, StartServer } from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import type { ServerTransport } from "./server-transport.ts";

/** A server that the program that drives the session runs itself. */
export interface DriverServerConfig {
  readonly kind: "driver";
  readonly name: string;
  /** How long a call may take. Default: MCP_TOOL_TIMEOUT. */
  readonly callMs?: number;
  openTransport(): ServerTransport;
}

export type McpServerConfig = ConfiguredServer | DriverServerConfig;

/** A tool or prompt as a server lists it. Everything but the name may be missing or wrong. */
export type ListedItem = { readonly name: string } & Readonly<Record<string, unknown>>;

/** What a server offers. */
export interface Listing {
  readonly tools: readonly ListedItem[];
  readonly prompts: readonly ListedItem[];
  readonly hasResources: boolean;
  /** How many tools it listed without a name. */
  readonly unnamedTools: number;
}

/** What a tool of a server answered. */
export interface ToolAnswer {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** A question of a server for the user. */
export interface ElicitationQuestion {
  readonly message: string;
  readonly mode: string;
  readonly requestedSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly url?: string | undefined;
  readonly elicitationId?: string | undefined;
}

export interface ElicitationAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Puts a question of an MCP server to the driver; rejects if it cannot answer. */
export type AskElicitation = (
  question: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<ElicitationAnswer>;

/** Asks hooks, and the user if there is one. */
type Elicit = (question: ElicitationQuestion, signal: AbortSignal) => Promise<ElicitationAnswer>;

export interface ConnectOptions {
  readonly config: McpServerConfig;
  readonly cwd: string;
  readonly projectDirectory: string;
  /** Everything that a program gets. */
  readonly env: Environment;
  readonly folder: string;
  readonly startServer: StartServer;
  /** Ends the attempt to connect. */
  readonly signal: AbortSignal;
  readonly elicit: Elicit;
  onListChanged(): void;
  /** The connection ended by itself. */
  onClose(why: string): void;
}

/** What a server calls itself. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/** A server that answers. Calls reject with an error of the server, of the connection, or of the signal. */
export interface Connection {
  readonly listing: Listing;
  info(): ServerInfo | undefined;
  isOpen(): boolean;
  /** What went wrong with the connection, if anything. */
  problem(): string | undefined;
  relist(): Promise<Listing>;
  call(
    name: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolAnswer>;
  /** The contents of the messages of a prompt. */
  prompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
  resources(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  readResource(
    uri: string,
    signal: AbortSignal,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
  ping(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
