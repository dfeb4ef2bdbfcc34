import type { HookAgent, HookModel, Hooks } from "@snaphook/engine";
import { systemClock } from "@snaphook/engine/internal";
import { createConversation } from "../conversation/conversation.ts";
import type { Environment } from "../environment.ts";
import { noInstructions } from "../instructions/load-instructions.ts";
import { createModel } from "../model/create-model.ts";
import { hookAgent } from "../model/hook-agent.ts";
import { hookModel } from "../model/hook-model.ts";
import { hookModelChoice } from "../model/hook-model-choice.ts";
import { retryLine } from "../model/retry/retry-line.ts";
import { switchableModel } from "../model/switchable-model.ts";
import { openTranscript } from "../sessions/open-transcript.ts";
import type { Emit } from "./agent-event.ts";
import { completeOptions } from "./complete-options.ts";
import { type CreatedAgent, createAgent } from "./create-agent.ts";
import { createCurrentTurn } from "./current-turn.ts";

/** How hooks are tried. */
export interface HookTrial {
  /** As `--model` names it. */
  readonly model: string;
  readonly env: Environment;
  readonly warn: (text: string) => void;
}

/** The hooks that are tried, and a private folder for what their agent hooks write. */
interface TriedHooks {
  readonly hooks: Hooks;
  readonly sessionId: string;
  readonly folder: string;
}

/** The models of prompt and agent hooks outside of a session, to try hooks. */
export interface ModelsForHooks {
  readonly model: HookModel;
  readonly agent: HookAgent;
  /**
   * H3: gives agent hooks the tools that they have in a session, with its rules. Called once the hooks are open,
   * because the calls fire events. The returned function ends it.
   */
  useTools(tried: TriedHooks): Promise<() => void>;
}

export async function modelsForHooks({
  model: name,
  env,
  warn,
}: HookTrial): Promise<ModelsForHooks> {
  const model = await createModel({
    model: name,
    env,
    clock: systemClock,
    emit: (event) => warn(event.type === "retry" ? retryLine(event) : event.text),
  });
  const askModel = hookModelChoice({ model, env, warn });
  const { promise: created, resolve } = Promise.withResolvers<CreatedAgent>();
  const openTools = async (...question: Parameters<CreatedAgent["openHookTools"]>) =>
    (await created).openHookTools(...question);
  return {
    model: hookModel(askModel),
    agent: hookAgent({ askModel, openTools }),
    async useTools({ hooks, sessionId, folder }) {
      const emit: Emit = (event) => {
        if (event.type === "notice") warn(event.text);
      };
      const transcript = await openTranscript({ folder, sessionId, fresh: true });
      const options = { cwd: hooks.cwd, env, emit, model: async () => model };
      resolve(
        await createAgent({
          options: completeOptions(options),
          hooks,
          model: switchableModel(model),
          conversation: createConversation(),
          sessionFolder: folder,
          state: { transcript, promptId: undefined },
          turn: createCurrentTurn(),
          git: Promise.resolve(undefined),
          emit,
          loadInstructions: async () => ({
            ...noInstructions,
            forFile: async () => noInstructions,
          }),
        }),
      );
      return () => transcript.close();
    },
  };
}
