import type { Tool, ToolInput } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import { warning } from "./warning.ts";

interface ToolRunResult {
  /** The response, or the failure of the tool. */
  readonly run: Promise<unknown>;
  /** Protected files that changed without approval, in words; the user sees them already (T5). */
  readonly changes: readonly string[];
}

/** Runs a tool after hooks, rules and the user have decided; compares the protected files around a command. */
export async function runTool(
  { context, permissions, emit }: Agent,
  tool: Tool,
  { id, input }: { readonly id: string; readonly input: ToolInput },
  signal: AbortSignal,
): Promise<ToolRunResult> {
  const { outside, end } = await permissions.beginRun(tool, input, context.cwd());
  const place = { ...context, callId: id, ...(outside === undefined ? {} : { outside }) };
  const access = tool.access(input);
  if (access.kind === "edit") await context.beforeEdit?.(access.path);
  const run = tool.run(input, place, signal);
  await run.catch(() => undefined);
  const { unapproved, bypassed } = await end();
  for (const text of [...unapproved, ...bypassed]) emit(warning(text));
  return { run, changes: unapproved };
}
