import { type EventDefinition, type Profile, toolNames } from "@snaphook/protocol";
import { couldRunAway, type Matcher } from "../match/matcher.ts";
import { unknownTool } from "../rules/known-tools.ts";
import type { Rule } from "../rules/rule.ts";
import { isForTool } from "../rules/tools.ts";
import type { Finding } from "./reporter.ts";

/** M8: what is wrong with a valid `if`: its tool does not exist, or is none that the matcher matches. */
export function checkCondition(
  rule: Rule,
  matcher: Matcher,
  event: EventDefinition,
  profile: Profile,
): Finding | undefined {
  if (excludesTool(rule, matcher, event, profile))
    return {
      code: "if-never-matches",
      level: "error",
      message: `if "${rule.text}" is for ${rule.tool}, which the matcher "${matcher.pattern}" does not match; this hook never runs`,
      advice: `write "matcher": "${matcherFor(rule.tool)}", or an if for a tool that the matcher matches`,
    };
  const views = Object.values(profile.toolViews).map(({ name }) => name);
  const unknown = views.includes(rule.tool) ? undefined : unknownTool(rule.tool);
  return (
    unknown && {
      code: "unknown-tool",
      level: "warning",
      message: `if: ${unknown.message}; this hook never runs`,
      advice: unknown.advice,
    }
  );
}

/** M5: the name of a server alone is not the name of a tool. */
const matcherFor = (tool: string): string =>
  /^mcp__(?:(?!__).)+$/.test(tool) ? `${tool}__.*` : tool.replace(/__\*$/, "__.*");

/** Whether the matcher matches no tool that the rule is for. */
function excludesTool(
  rule: Rule,
  matcher: Matcher,
  { matchesOn }: EventDefinition,
  { toolViews }: Profile,
): boolean {
  const { tool } = rule;
  const { kind, names, pattern = "" } = matcher;
  if (matchesOn !== "tool_name" || (kind !== "names" && kind !== "expression")) return false;
  if (
    kind === "names" &&
    names.some((name) =>
      isForTool(rule, { toolName: name }, { relatedTools: "none", exactServer: false }),
    )
  )
    return false;
  // The tools of a server are not known, and a slow expression counts as matching (M4).
  if (kind === "expression" && (tool.startsWith("mcp__") || couldRunAway(pattern))) return false;
  const called = toolNames(tool).flatMap((name) => [name, toolViews[name]?.name ?? name]);
  return called.every((name) => matcher.test(name) === "does-not-match");
}
