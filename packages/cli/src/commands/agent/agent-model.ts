import {
  CommandLineError,
  createModelWithFallback,
  type Model,
  type ModelSettings,
  ModelUsageError,
} from "@snaphook/agent";
import { systemClock } from "@snaphook/engine/internal";
import { modelName } from "../../model-name.ts";
import type { AgentPlan } from "./plan-agent.ts";

/** The model of a session: what the session asks for, the flag, or the settings. */
export async function modelOf(
  { model, fallbackModel, initOnly }: AgentPlan,
  settings: ModelSettings,
): Promise<Model> {
  try {
    return await createModelWithFallback({
      model:
        settings.requested === undefined
          ? (model ?? settings.model)
          : modelName(settings.requested),
      fallback: fallbackModel,
      env: settings.env,
      emit: settings.emit,
      clock: systemClock,
    });
  } catch (error) {
    if (initOnly && error instanceof ModelUsageError) return noModel(error);
    const isFlag =
      settings.requested === undefined && (model !== undefined || fallbackModel !== undefined);
    throw isFlag && error instanceof ModelUsageError ? new CommandLineError(error.message) : error;
  }
}

/** A project can be prepared before a model is configured. */
const noModel = (error: ModelUsageError): Model => ({
  id: "none",
  answer: () => Promise.reject(error),
});
