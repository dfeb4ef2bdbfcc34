import type { AgentOptions, AgentSession } from "../loop/agent-options.ts";

/** Where prompts come from. */
export interface Inputs {
  /** The next prompt, when there is one; `undefined`: there will be none any more. */
  next(): Promise<string | undefined>;
  /** What whoever sends them brings along; asked once, when the session opens. */
  brings(): Partial<AgentOptions>;
  /** The session is open. */
  attach(session: AgentSession): void;
  /** Nobody reads on. */
  close(): void;
}

/** One prompt and no more. */
export function onePrompt(text: string): Inputs {
  const prompts = [text];
  return {
    next: async () => prompts.shift(),
    brings: () => ({}),
    attach() {},
    close() {},
  };
}
