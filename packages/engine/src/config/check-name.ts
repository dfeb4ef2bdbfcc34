import type { EventDefinition } from "@snaphook/protocol";
import { likelyTool } from "../rules/known-tools.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { Finding } from "./reporter.ts";

/** Every known name of the event's values, including renamed tools and tools of other hosts (M5). */
const known = new WeakMap<EventDefinition, readonly string[]>();
export function knownNames(event: EventDefinition): readonly string[] {
  let names = known.get(event);
  if (!names) {
    names = [
      ...event.knownValues.flatMap((value) => event.matchedValues(value)),
      ...event.furtherValues,
    ];
    known.set(event, names);
  }
  return names;
}

/** M4: reports a name that no known tool or value has. */
export function checkName(name: string, event: EventDefinition): Finding | undefined {
  const known = knownNames(event);
  if (known.includes(name)) return undefined;
  if (event.isAboutTool && name.startsWith("mcp__")) return checkMcpName(name);
  const nearest = event.isAboutTool ? likelyTool(name, known) : nearestName(name, known);
  // Agents and files can have any name: there, only a difference in case is a mistake.
  if (event.openValues && nearest?.toLowerCase() !== name.toLowerCase()) return undefined;
  return {
    code: "dead-matcher",
    level: "warning",
    message: `"${name}" is not a known ${event.matchesOn}; names are exact and case-sensitive`,
    advice: nearest
      ? `did you mean "${nearest}"?`
      : `known: ${event.knownValues.join(", ")}; ignore this if the name belongs to a newer host`,
  };
}

/** M5: the name of a server alone is not the name of a tool. */
function checkMcpName(name: string): Finding | undefined {
  if (/^mcp__.+?__./.test(name)) return undefined;
  return {
    code: "dead-matcher",
    level: "warning",
    message: `"${name}" is an exact name, and no MCP tool has that name`,
    advice: `write "${name.replace(/_*$/, "")}__.*" for all tools of the server`,
  };
}
