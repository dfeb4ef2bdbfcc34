import type { AgentOptions } from "../../loop/agent-options.ts";
import type { AgentSession } from "../../loop/agent-session.ts";
import type { PromptQueue } from "../stream-json/prompt-queue.ts";
import type { Driver } from "./driver.ts";
import type { DriverServers } from "./driver-servers.ts";

export type ControlRequest = Readonly<Record<string, unknown>>;

/** What the handlers of control requests work with. */
export interface ControlContext {
  readonly driver: Driver;
  readonly servers: DriverServers;
  readonly prompts: PromptQueue;
  readonly warn: (text: string) => void;
  /** The options that requests have set; they apply when the session opens. */
  readonly options: Partial<AgentOptions>;
  setOptions(options: Partial<AgentOptions>): void;
  /** The driver can stop a single task, so an interrupt leaves what runs in the background. */
  stopsTasksItself: boolean;
  /** Undefined as long as nothing has opened it. */
  session(): AgentSession | undefined;
  /** Whether the session is open or is being opened. */
  isOpening(): boolean;
  /** Opens the session if it is not open yet. Rejects if that fails. */
  opened(): Promise<AgentSession>;
}

/** Answers a request; throws an error whose message says what is wrong with it. */
export type ControlHandler = (request: ControlRequest, context: ControlContext) => unknown;

/** A text that a request must have. */
export function textIn(request: ControlRequest, key: string): string {
  const value = request[key];
  if (typeof value === "string" && value !== "") return value;
  throw new Error(`"${key}" is ${JSON.stringify(value) ?? "missing"}, expected a text`);
}
