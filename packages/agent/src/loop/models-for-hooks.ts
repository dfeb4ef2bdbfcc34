import type { HookAgent, HookModel } from "@snaphook/engine";
import { systemClock } from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import { createModel } from "../model/create-model.ts";
import { type HookAgentTools, hookAgent } from "../model/hook-agent.ts";
import { hookModel } from "../model/hook-model.ts";
import { hookModelChoice } from "../model/hook-model-choice.ts";
import { retryLine } from "../model/retry/retry-line.ts";

/** How hooks are tried. */
export interface HookTrial {
  /** As `--model` names it. */
  readonly model: string;
  readonly env: Environment;
  readonly warn: (text: string) => void;
}

/** The models of prompt and agent hooks outside of a session, to try hooks. An agent hook has no tools there. */
export async function modelsForHooks({
  model: name,
  env,
  warn,
}: HookTrial): Promise<{ readonly model: HookModel; readonly agent: HookAgent }> {
  const model = await createModel({
    model: name,
    env,
    clock: systemClock,
    emit: (event) => warn(event.type === "retry" ? retryLine(event) : event.text),
  });
  const askModel = hookModelChoice({ model, env, warn });
  return {
    model: hookModel(askModel),
    agent: hookAgent({ askModel, openTools: () => noTools }),
  };
}

const noTools: HookAgentTools = {
  descriptions: [],
  call: async (calls) =>
    calls.map(({ id }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: "No tool runs while this hook is tried without an agent. Answer from what you know.",
      is_error: true,
    })),
  async close() {},
};
