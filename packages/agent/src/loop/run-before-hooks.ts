import type { ToolUseBlock } from "../conversation/message.ts";
import type { CallEnd } from "../effects/call-end.ts";
import type { Agent } from "./agent.ts";
import type { PermissionDenial } from "./agent-event.ts";
import { callOfModel } from "./call-of-model.ts";
import { callTool, type RanCall } from "./call-tool.ts";
import { withInstructions } from "./with-instructions.ts";

/**
 * V2: the calls of an answer run one after another. When all have ended, `record` gets their results, and then
 * hooks run for each, in the same order. After a stop, no hooks run for the results that follow.
 */
export async function runBeforeHooks(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  denials: PermissionDenial[],
  signal: AbortSignal,
  record: (results: readonly (RanCall | CallEnd)[]) => void,
): Promise<readonly CallEnd[]> {
  const waiting: Waiting[] = [];
  const results: (RanCall | CallEnd)[] = [];
  try {
    for (const call of calls) {
      const ran = Promise.withResolvers<RanCall>();
      const hooksRun = Promise.withResolvers<boolean>();
      const end = callOfModel(agent, call, () =>
        callTool(agent, call, denials, signal, (result) => {
          ran.resolve(result);
          return hooksRun.promise;
        }),
      );
      waiting.push({ end, runHooks: hooksRun.resolve });
      // A call that is refused or cannot run has no hooks to wait for.
      results.push(await Promise.race([ran.promise, end]));
    }
    record(results);
    const ends: CallEnd[] = [];
    for (const { end, runHooks } of waiting) {
      runHooks(!ends.some(({ next }) => next.do === "stop"));
      ends.push(await withInstructions(agent, await end));
    }
    return ends;
  } finally {
    for (const { runHooks } of waiting) runHooks(false);
  }
}

/** A call whose tool has ended, or that has ended altogether. */
interface Waiting {
  readonly end: Promise<CallEnd>;
  /** Settles whether its hooks run; only the first answer counts. */
  readonly runHooks: (run: boolean) => void;
}
