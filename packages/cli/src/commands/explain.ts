import { randomUUID } from "node:crypto";
import { printExplanation } from "@snaphook/bench";
import { createHooks } from "@snaphook/engine";
import { events, isEventName } from "@snaphook/protocol";
import { UsageError } from "../usage-error.ts";

export interface ExplainOptions {
  readonly tool?: string;
  readonly input: string;
  readonly json?: boolean;
  readonly trustProject?: boolean;
  readonly cwd: string;
}

/** `explain`: which hooks an event would run, and why each other one would not. */
export async function explain(event: string, options: ExplainOptions): Promise<void> {
  if (!isEventName(event))
    throw new UsageError(
      `unknown event "${event}"; known events: ${Object.keys(events).join(", ")}`,
    );
  const hooks = await createHooks({
    cwd: options.cwd,
    sessionId: randomUUID(),
    trustProject: options.trustProject ?? false,
  });
  const explanation = await hooks.explain(event, {
    tool_name: options.tool ?? "",
    tool_input: toolInput(options.input),
    tool_use_id: "explained",
  });
  console.log(options.json ? JSON.stringify(explanation, null, 2) : printExplanation(explanation));
}

function toolInput(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--input is not JSON: ${text}; write --input '{"command": "ls"}'`);
  }
}
