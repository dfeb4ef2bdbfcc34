import { brand } from "@snaphook/protocol";

/** T5: why a process that an agent or a hook started, even indirectly, must not decide what is trusted or disabled; undefined: none did. */
export const startedByAgent = (
  env: Readonly<Record<string, string | undefined>>,
): string | undefined =>
  env[`${brand.environmentPrefix}RUN`]
    ? "this command was started by an agent or a hook, and only you can decide what to trust: run it in your own terminal"
    : undefined;
