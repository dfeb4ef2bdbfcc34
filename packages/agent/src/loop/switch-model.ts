import { nearestName } from "@snaphook/engine/internal";
import type { NoticeStep } from "../effects/notice.ts";
import { errorText } from "../error-text.ts";
import type { Model } from "../model/model.ts";
import { modelAliases } from "../model/model-ids.ts";
import type { SwitchableModel } from "../model/switchable-model.ts";
import type { Agent } from "./agent.ts";
import { cacheSeconds, secondsSince } from "./prompt-cache.ts";

/** What asked for another model: a command that the user typed, or the program that drives the session. */
type SwitchSource = "command" | "sdk";

/** How a request for another model ended. */
type ModelSwitch =
  | { readonly do: "switched"; readonly id: string }
  /** A hook ends the turn; of PostModelSwitch, the model has changed. */
  | { readonly do: "stop"; readonly reason: string }
  /** `why` is for whoever asked for it. */
  | {
      readonly do: "kept";
      readonly why: string;
      readonly isError: boolean;
      /** The same without the reasons of hooks, which the user has read already. */
      readonly withoutReasons?: string;
    };

export interface ModelSwitcher {
  /** Fires PreModelSwitch, changes the model for the inputs that follow, and fires PostModelSwitch. */
  switchTo(requested: string, source: SwitchSource): Promise<ModelSwitch>;
}

export interface ModelSwitcherOptions {
  readonly agent: Pick<Agent, "dispatch" | "conversation" | "context">;
  /** When the model answered last. */
  lastResponseAt(): string | undefined;
  readonly model: SwitchableModel;
  /** Makes the model with this name. Rejects with an error whose message is for the user. */
  open(requested: string): Promise<Model>;
}

/** Stands for the model that the session began with. */
const firstModel = "default";

export function createModelSwitcher(options: ModelSwitcherOptions): ModelSwitcher {
  const { agent, model, open } = options;
  const first = model.next();

  async function opened(requested: string): Promise<Model | string> {
    if (requested === firstModel) return first;
    const problem = nameProblem(requested);
    if (problem !== undefined) return problem;
    try {
      return await open(requested);
    } catch (error) {
      return errorText(error);
    }
  }

  return {
    async switchTo(requested, source) {
      const name = requested.trim();
      const from = model.next().id;
      const wanted = await opened(name);
      if (typeof wanted === "string")
        return { do: "kept", isError: true, why: `The model is still ${from}: ${wanted}` };
      if (wanted.id === from)
        return { do: "kept", isError: false, why: `The model is already ${from}` };
      const seconds = secondsSince(options.lastResponseAt(), agent.context.clock);
      const input = {
        from_model: from,
        to_model: wanted.id,
        requested_model: name,
        source,
        context_tokens: agent.conversation.tokens(),
        prompt_cache_warm: seconds !== undefined && seconds <= cacheSeconds,
      };
      const allowed = await agent.dispatch("PreModelSwitch", input);
      switch (allowed.do) {
        case "refuse":
          return refused(from, allowed.reasons);
        case "stop":
          return { do: "stop", reason: allowed.reason };
        case "proceed":
          model.replaceWith(wanted);
          return switched(wanted.id, await agent.dispatch("PostModelSwitch", input));
      }
    },
  };
}

const switched = (id: string, step: NoticeStep): ModelSwitch =>
  step.do === "stop" ? { do: "stop", reason: step.reason } : { do: "switched", id };

function refused(from: string, reasons: readonly string[]): ModelSwitch {
  const withoutReasons = `The model is still ${from}: a PreModelSwitch hook refused the change`;
  const why = [withoutReasons, ...reasons].join("\n");
  return { do: "kept", isError: true, why, withoutReasons };
}

/** What is certainly wrong with a name. Any other name may be a model that is newer than this program. */
function nameProblem(name: string): string | undefined {
  if (name === "") return "no model was named";
  if (/[\s\p{C}]/u.test(name) && !name.startsWith("script:"))
    return `${JSON.stringify(name)} is not the name of a model, because it contains a space or a control character`;
  if (!/^[a-z]+$/i.test(name) || modelAliases.includes(name)) return undefined;
  const near = nearestName(name, modelAliases);
  return near === undefined ? undefined : `there is no model ${name}; did you mean ${near}?`;
}
