import type { Explanation, FireInput } from "@snaphook/engine";
import type { EventName, ExplanationReport, ProfileName } from "@snaphook/protocol";
import type { InspectedHooks } from "../hooks/inspected-hooks.ts";
import { explainReport, type ModelNamer } from "./explain-report.ts";

interface ExplainedEvent {
  readonly event: EventName;
  /** The input as hooks get it; profiles can differ in it. */
  inputFor(hooks: InspectedHooks): Readonly<Record<string, unknown>>;
  /** The same hooks under another profile; missing: nothing is compared. */
  readonly openAs?: ((profile: ProfileName) => Promise<InspectedHooks>) | undefined;
  /** Asked only if a hook asks a model. */
  readonly modelNamer?: (explanation: Explanation) => Promise<ModelNamer | undefined>;
}

/** Which hooks an event would run, and why each other one would not; Q1: also what the other profile does differently. */
export async function explainEvent(
  hooks: InspectedHooks,
  { event, inputFor, openAs, modelNamer }: ExplainedEvent,
): Promise<ExplanationReport> {
  const explained = async (of: InspectedHooks) => ({
    hooks: of,
    explanation: await of.explain(event, inputFor(of) as FireInput<typeof event>),
  });
  const { explanation } = await explained(hooks);
  // Without a hook of the event there is nothing to compare.
  const isAny = explanation.hooks.some(({ hook }) => hook.event === event);
  const other = hooks.profile === "reference" ? "claude-code" : "reference";
  const compared = isAny && openAs ? await explained(await openAs(other)) : undefined;
  return explainReport(explanation, hooks, await modelNamer?.(explanation), compared);
}
