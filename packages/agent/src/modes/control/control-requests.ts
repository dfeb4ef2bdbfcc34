import type { AgentOptions } from "../../loop/agent-options.ts";
import type { AgentSession } from "../../loop/agent-session.ts";
import type { PromptQueue } from "../stream-json/prompt-queue.ts";
import type { ControlContext, ControlRequest } from "./control-context.ts";
import type { Driver } from "./driver.ts";
import { createDriverServers } from "./driver-servers.ts";
import { controlHandlers } from "./requests/table.ts";

/** Requests of a driver to the agent, and the options it set before the session opens. */
export interface ControlRequests {
  /** Answers a request; rejects with a message that says what is wrong with it. */
  handle(request: ControlRequest): Promise<unknown>;
  agentOptions(): Partial<AgentOptions>;
  /** Resolves when a request needs the session. */
  readonly needsSession: Promise<void>;
  attach(session: AgentSession): void;
  /** No session can be opened any more. */
  refuse(error: Error): void;
}

export interface ControlOptions {
  readonly driver: Driver;
  readonly prompts: PromptQueue;
  readonly warn: (text: string) => void;
}

export function controlRequests({ driver, prompts, warn }: ControlOptions): ControlRequests {
  const opened = Promise.withResolvers<AgentSession>();
  const needed = Promise.withResolvers<void>();
  opened.promise.catch(() => {});
  let session: AgentSession | undefined;
  let isOpening = false;
  let options: Partial<AgentOptions> = {};
  const context: ControlContext = {
    driver,
    servers: createDriverServers(driver),
    prompts,
    warn,
    stopsTasksItself: false,
    get options() {
      return options;
    },
    setOptions(more) {
      options = { ...options, ...more };
    },
    session: () => session,
    isOpening: () => isOpening,
    opened() {
      needed.resolve();
      return opened.promise;
    },
  };
  return {
    async handle(request) {
      const subtype = String(request["subtype"]);
      const handler = Object.hasOwn(controlHandlers, subtype)
        ? controlHandlers[subtype]
        : undefined;
      if (handler) return handler(request, context);
      const known = Object.keys(controlHandlers).join(", ");
      throw new Error(
        `unknown request ${JSON.stringify(subtype)}; the known requests are ${known}`,
      );
    },
    agentOptions() {
      isOpening = true;
      return options;
    },
    needsSession: needed.promise,
    attach(found) {
      session = found;
      opened.resolve(found);
    },
    refuse: opened.reject,
  };
}
