import { nearestName } from "@snaphook/engine/internal";
import { brand, type EventName, events, knownTools } from "@snaphook/protocol";
import { printMessage } from "./print.ts";
import { UsageError } from "./usage-error.ts";

/** Checks `--tool`. A typing mistake would look like a tool that no hook matches. `takesInput`: the command has `--input`. */
export function checkTool(event: EventName, tool: string | undefined, takesInput = false): void {
  if (tool === undefined) return;
  const definition = events[event];
  if (!definition.isAboutTool) throw new UsageError(`${event} is not about a tool; remove --tool`);
  const known = knownTools(definition);
  if (known.includes(tool) || tool.startsWith("mcp__")) return;
  const nearest = nearestName(tool, known);
  if (nearest !== undefined)
    throw new UsageError(
      `unknown tool "${tool}"; did you mean ${nearest}?${takesInput ? ` If it is a tool of your own, name it in the input: --input '{"tool_name": "${tool}", "tool_input": {}}'` : ""}`,
    );
  const input = takesInput ? "empty unless --input gives it" : "not known";
  printMessage(
    `${brand.command}: ${tool} is not a known tool; it is taken for a tool of your own, whose input is ${input}`,
  );
}
