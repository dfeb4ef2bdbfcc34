import type { Hooks, Outcome } from "@snaphook/engine";

/**
 * The hooks after a tool that failed and have `onFailure: "block"`. A call that ran cannot be refused any more (H8), but
 * a gateway can keep its output back.
 */
export function failedGuards(
  { config }: Pick<Hooks, "config">,
  outcomes: readonly Outcome[],
): readonly string[] {
  const configured = config.snapshot().hooks;
  const failed = outcomes
    .filter(({ event }) => event === "PostToolUse" || event === "PostToolUseFailure")
    .flatMap(({ event, messages }) =>
      messages.flatMap(({ kind, hook }) => (kind === "failure" ? [{ event, hook }] : [])),
    )
    .filter(({ event, hook }) =>
      // Of equal hooks only one runs, and it counts if any of them has it.
      configured.some(
        (one) =>
          one.event === event &&
          (one.id === hook.id || one.label === hook.label) &&
          one.handler.onFailure === "block",
      ),
    );
  return [...new Set(failed.map(({ event, hook }) => `${event} hook ${hook.label}`))];
}
