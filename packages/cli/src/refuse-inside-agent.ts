import { startedByAgent } from "@snaphook/bench";
import { UsageError } from "./usage-error.ts";

/** T5: a process that an agent or a hook started, even indirectly, must not decide what is trusted or disabled. */
export function refuseInsideAgent(
  env: Readonly<Record<string, string | undefined>> = process.env,
): void {
  const why = startedByAgent(env);
  if (why !== undefined) throw new UsageError(why);
}
