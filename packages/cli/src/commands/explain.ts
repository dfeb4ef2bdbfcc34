import { randomUUID } from "node:crypto";
import { explainReport, printExplanation } from "@snaphook/bench";
import type { FireInput } from "@snaphook/engine";
import type { InputOptions } from "../event-input.ts";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { profileInput } from "../profile-input.ts";
import { eventNamed } from "../usage-error.ts";

export interface ExplainOptions extends SourceOptions, InputOptions {
  readonly json?: boolean;
}

/** `explain`: which hooks an event would run, and why each other one would not. */
export async function explain(eventName: string, options: ExplainOptions): Promise<void> {
  const event = eventNamed(eventName);
  const sessionId = randomUUID();
  const hooks = await loadHooks(options, { sessionId });
  const input = profileInput(event, options, { ...hooks, sessionId });
  const report = explainReport(await hooks.explain(event, input as FireInput<typeof event>), hooks);
  console.log(options.json ? JSON.stringify(report, null, 2) : printExplanation(report));
}
