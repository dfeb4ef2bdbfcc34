import type { AgentOptions, AgentSession } from "../loop/agent-options.ts";

/** Where prompts come from. */
export interface Inputs {
  /** The next prompt, when there is one; `undefined`: there will be none any more. */
  next(): Promise<string | undefined>;
  /** Options of whoever sends the prompts, such as hooks and who answers questions; asked once, when the session opens. */
  agentOptions(): Partial<AgentOptions>;
  /** The session is open. */
  attach(session: AgentSession): void;
  /** Nobody reads on. */
  close(): void;
}

/** One prompt and no more. */
export function singlePrompt(text: string): Inputs {
  const prompts = [text];
  return {
    next: async () => prompts.shift(),
    agentOptions: () => ({}),
    attach() {},
    close() {},
  };
}
