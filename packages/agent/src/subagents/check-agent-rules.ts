import type { ScopeSettings } from "@snaphook/engine";
import { nearestName, readPermissions } from "@snaphook/engine/internal";
import { denyHolds, parseRule, splitRules } from "@snaphook/engine/rules";
import type { FoundAgents } from "./find-agents.ts";

interface AgentRuleProblems {
  /** Of the command line and of `--settings`: nothing starts with these. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Deny and ask rules such as `Agent(Explore)` that match none of the agents. */
export function checkAgentRules(
  { agents, refused }: Pick<FoundAgents, "agents" | "refused">,
  settings: readonly ScopeSettings[],
  { disallowedTools = [], cwd, home }: RuleOptions,
): AgentRuleProblems {
  const names = [...new Set([...agents.map(({ name }) => name), ...refused.keys()])];
  const context = { projectDirectory: cwd, home, cwd };
  const problemsOf = (where: string, rules: readonly string[]) =>
    rules.flatMap((text) => {
      const parsed = parseRule(text);
      if (!parsed.ok || parsed.rule.pattern === undefined) return [];
      const { rule } = parsed;
      if (rule.tool !== "Agent" && rule.tool !== "Task") return [];
      const matches = (type: string) =>
        denyHolds(rule, { toolName: "Agent", toolInput: { subagent_type: type } }, context).holds;
      if (names.some(matches)) return [];
      const near = nearestName(parsed.rule.pattern, names);
      const hint = near === undefined ? `known: ${names.join(", ")}` : `did you mean ${near}?`;
      return [`${where} ${text} has no effect: there is no such agent; ${hint}`];
    });
  const ofSettings = (isFlag: boolean) =>
    settings
      .filter(({ origin }) => (origin.scope === "settings-flag") === isFlag)
      .flatMap((one) => {
        const { deny, ask } = readPermissions(one);
        return [
          ...problemsOf(`${one.file}: permissions.deny`, deny),
          ...problemsOf(`${one.file}: permissions.ask`, ask),
        ];
      });
  return {
    errors: [...problemsOf("--disallowedTools", splitRules(disallowedTools)), ...ofSettings(true)],
    warnings: ofSettings(false),
  };
}

interface RuleOptions {
  readonly disallowedTools?: readonly string[];
  readonly cwd: string;
  readonly home: string;
}
