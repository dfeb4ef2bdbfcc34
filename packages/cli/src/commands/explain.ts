import { randomUUID } from "node:crypto";
import { explainEvent, type ModelNamer, printExplanation } from "@snaphook/bench";
import type { Explanation } from "@snaphook/engine";
import { asksModel } from "@snaphook/protocol";
import type { InputOptions } from "../event-input.ts";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { printJson, printReport } from "../print.ts";
import { profileInput } from "../profile-input.ts";
import { eventNamed } from "../usage-error.ts";

export interface ExplainOptions extends SourceOptions, InputOptions {
  readonly json?: boolean;
}

/** `explain`: which hooks an event would run, and why each other one would not. */
export async function explain(eventName: string, options: ExplainOptions): Promise<void> {
  const event = eventNamed(eventName);
  const sessionId = randomUUID();
  const report = await explainEvent(await loadHooks(options, { sessionId }), {
    event,
    inputFor: (hooks) => profileInput(event, options, { ...hooks, sessionId }),
    openAs: (profile) => loadHooks({ ...options, profile }, { sessionId }),
    modelNamer,
  });
  if (options.json) printJson(report);
  else printReport(printExplanation(report));
}

/** H2: the agent knows which model a hook would ask; that part of it is loaded only if there is such a hook. */
async function modelNamer({ hooks }: Explanation): Promise<ModelNamer | undefined> {
  if (!hooks.some(({ hook }) => asksModel(hook.handler))) return undefined;
  const { describeHookModel } = await import("@snaphook/agent/hook-model");
  return (named) => describeHookModel(named, process.env);
}
