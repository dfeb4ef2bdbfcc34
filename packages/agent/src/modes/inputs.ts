import type { AgentOptions } from "../loop/agent-options.ts";
import type { AgentSession } from "../loop/agent-session.ts";
import type { Prompt } from "../loop/prompt.ts";

/** Where prompts come from. */
export interface Inputs {
  /** Resolves when the session should open: there is a prompt, the end of input, or a request that needs it. */
  ready(): Promise<void>;
  /** Waits for the next prompt; `undefined` at the end of input. */
  next(): Promise<Prompt | undefined>;
  /** The prompts that have arrived and were not taken. */
  waiting(): readonly Prompt[];
  /** Options that come with the prompts, such as hooks of the driver; read once, when the session opens. */
  agentOptions(): Partial<AgentOptions>;
  /** The session is open. */
  attach(session: AgentSession): void;
  /** The session could not be opened. */
  refuse(error: Error): void;
  /** Why nothing could be done with the input, after its end. */
  problem(): string | undefined;
  /** No more prompts are read. */
  close(): void;
}

/** These prompts and no more. */
export function fixedPrompts(texts: readonly string[]): Inputs {
  const prompts = [...texts];
  return {
    ready: async () => {},
    next: async () => prompts.shift(),
    waiting: () => prompts,
    agentOptions: () => ({}),
    attach() {},
    refuse() {},
    problem: () => undefined,
    close() {},
  };
}
