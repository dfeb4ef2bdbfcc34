import { randomUUID } from "node:crypto";
import { createHooks, type Hooks } from "@snaphook/engine";
import type { AgentOptions } from "./agent-options.ts";
import { completeOptions } from "./complete-options.ts";
import { hooksOptions } from "./hooks-options.ts";

/**
 * The hooks that a session with these options would have, before it is opened: for a user who decides first what may
 * run (T1). Nothing is started or recorded. Close them before the session is opened.
 */
export async function hooksToReview(options: Omit<AgentOptions, "emit">): Promise<Hooks> {
  const { trace: _trace, ...others } = hooksOptions(
    completeOptions({ ...options, headless: false, emit: () => {} }),
  );
  return createHooks({ ...others, sessionId: randomUUID(), runner: false });
}
