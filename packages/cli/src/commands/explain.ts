import { randomUUID } from "node:crypto";
import { explainReport, type ModelNamer, printExplanation } from "@snaphook/bench";
import type { Explanation, FireInput } from "@snaphook/engine";
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
  const explained = async (profile: SourceOptions["profile"]) => {
    const { profile: _, ...sources } = options;
    const named = profile === undefined ? sources : { ...sources, profile };
    const hooks = await loadHooks(named, { sessionId });
    const input = profileInput(event, options, { ...hooks, sessionId });
    return { hooks, explanation: await hooks.explain(event, input as FireInput<typeof event>) };
  };
  const { hooks, explanation } = await explained(options.profile);
  // Q1: without a hook of the event there is nothing to compare.
  const isAny = explanation.hooks.some(({ hook }) => hook.event === event);
  const other = hooks.profile === "reference" ? "claude-code" : "reference";
  const compared = isAny ? await explained(other) : undefined;
  const named = await modelNamer(explanation);
  const report = await explainReport(explanation, hooks, named, compared);
  if (options.json) printJson(report);
  else printReport(printExplanation(report));
}

/** H2: the agent knows which model a hook would ask; that part of it is loaded only if there is such a hook. */
async function modelNamer({ hooks }: Explanation): Promise<ModelNamer | undefined> {
  if (!hooks.some(({ hook }) => asksModel(hook.handler))) return undefined;
  const { describeHookModel } = await import("@snaphook/agent/hook-model");
  return (named) => describeHookModel(named, process.env);
}
