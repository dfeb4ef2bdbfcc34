import { parseRule, splitRules, unknownServer, unknownTool } from "@snaphook/engine/rules";

/** What is wrong with the rules of an option; an invalid rule would silently never match. */
export const ruleOptionProblems = (option: string, items: readonly string[]): readonly string[] =>
  splitRules(items).flatMap((text) => {
    const parsed = parseRule(text);
    return parsed.ok ? [] : [`${option}: ${parsed.message}; ${parsed.advice}`];
  });

/** Valid rules of an option that match nothing, because no tool, or none of these MCP servers, has their name. */
export const ruleOptionWarnings = (
  option: string,
  items: readonly string[],
  servers: readonly string[] = [],
): readonly string[] =>
  splitRules(items).flatMap((text) => {
    const parsed = parseRule(text);
    const tool = parsed.ok ? parsed.rule.tool : "";
    const unknown = parsed.ok ? (unknownTool(tool) ?? unknownServer(tool, servers)) : undefined;
    return unknown
      ? [`${option} ${text} has no effect: ${unknown.message}; ${unknown.advice}`]
      : [];
  });
