import { brand } from "@snaphook/protocol";
import { UsageError } from "./usage-error.ts";

/** T5: a process that an agent or a hook started, even indirectly, must not decide what is trusted or disabled. */
export function refuseInsideAgent(
  env: Readonly<Record<string, string | undefined>> = process.env,
): void {
  if (env[`${brand.environmentPrefix}RUN`])
    throw new UsageError(
      "this command was started by an agent or a hook, and only you can decide what to trust: run it in your own terminal",
    );
}
