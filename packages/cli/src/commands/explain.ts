import { readFileSync } from "node:fs";
import { explainReport, printExplanation, sampleInput } from "@snaphook/bench";
import { events } from "@snaphook/protocol";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { eventNamed, UsageError } from "../usage-error.ts";

export interface ExplainOptions extends SourceOptions {
  readonly tool?: string;
  readonly input?: string;
  readonly json?: boolean;
}

/** `explain`: which hooks an event would run, and why each other one would not. */
export async function explain(eventName: string, options: ExplainOptions): Promise<void> {
  const event = eventNamed(eventName);
  const given = options.input === undefined ? undefined : readInput(options.input);
  const hooks = await loadHooks(options);
  const isWhole = given !== undefined && "hook_event_name" in given;
  const fields = isWhole || !events[event].isAboutTool ? given : given && { tool_input: given };
  const input = sampleInput(event, { tool: options.tool, fields, cwd: hooks.cwd });
  const report = explainReport(await hooks.explain(event, input), hooks.profile);
  console.log(options.json ? JSON.stringify(report, null, 2) : printExplanation(report));
}

/** `--input`: JSON, @FILE, or - for stdin. */
function readInput(text: string): Readonly<Record<string, unknown>> {
  const source = text === "-" ? "stdin" : text.startsWith("@") ? text.slice(1) : "--input";
  let value: unknown;
  try {
    value = JSON.parse(
      source === "--input" ? text : readFileSync(text === "-" ? 0 : source, "utf8"),
    );
  } catch (error) {
    throw new UsageError(
      `${source} is not JSON (${String(error)}); write --input '{"command": "ls"}'`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${source} is not a JSON object; write --input '{"command": "ls"}'`);
  return value as Readonly<Record<string, unknown>>;
}
