import type { Hooks } from "@snaphook/engine";
import { nearestName, settingsProblem, settingsRuleProblems } from "@snaphook/engine/internal";
import { likelyTool } from "@snaphook/engine/rules";
import { brand, events, knownTools } from "@snaphook/protocol";
import { CommandLineError } from "../command-line-error.ts";
import type { Environment } from "../environment.ts";
import { ruleOptionProblems, ruleOptionWarnings } from "../permissions/rule-options.ts";
import { type FoundAgents, problemLine } from "../subagents/find-agents.ts";
import type { AgentOptions } from "./agent-options.ts";

/** P7: how deep agents that are started by hooks of other agents may be nested. */
const maxDepth = 3;

/** P7: stops an agent whose hooks start it again and again. */
export function refuseDepth(env: Environment): void {
  const depth = Number(env[`${brand.environmentPrefix}DEPTH`] ?? 0);
  if (depth > maxDepth)
    throw new Error(
      `this agent was started by a hook, ${depth} levels deep, and at most ${maxDepth} are allowed; a hook probably starts the agent that runs it`,
    );
}

/** A deny rule that is broken or for an unknown tool would never match, so the session would run without it. */
export function refuseBrokenRules({
  allowedTools = [],
  disallowedTools = [],
}: Pick<AgentOptions, "allowedTools" | "disallowedTools">): void {
  const problems = [
    ...ruleOptionProblems("--allowedTools", allowedTools),
    ...ruleOptionProblems("--disallowedTools", disallowedTools),
    ...ruleOptionWarnings("--disallowedTools", disallowedTools),
  ];
  if (problems.length > 0) throw new CommandLineError(problems.join("; "));
}

/** `--tools` with a misspelt name would start a session without the tool. A tool of an MCP server has any name. */
export function refuseUnknownTools({ tools = [] }: Pick<AgentOptions, "tools">): void {
  const known = knownTools(events.PreToolUse);
  const problems = tools
    .filter((name) => !known.includes(name) && !name.startsWith("mcp__"))
    .map((name) => {
      const likely = likelyTool(name, known);
      const hint =
        likely === undefined ? `the tools are ${known.join(", ")}` : `did you mean ${likely}?`;
      return `--tools: there is no tool ${name}; ${hint}`;
    });
  if (problems.length > 0) throw new CommandLineError(problems.join("; "));
}

/** A deny rule for an MCP server that is not configured would never match either. */
export function refuseUnknownServers(
  { disallowedTools = [] }: Pick<AgentOptions, "disallowedTools">,
  servers: readonly string[],
): void {
  const problems = ruleOptionWarnings("--disallowedTools", disallowedTools, servers);
  if (problems.length > 0) throw new CommandLineError(problems.join("; "));
}

/**
 * Settings named on the command line may contain guards that the user relies on, so nothing starts without
 * them.
 */
export function refuseBrokenSettings(hooks: Hooks): void {
  const snapshot = hooks.config.snapshot();
  const problem = settingsProblem(snapshot);
  if (problem !== undefined) throw new CommandLineError(problem);
  const rules = settingsRuleProblems(snapshot);
  if (rules.length > 0) throw new CommandLineError(rules.join("; "));
}

/** `--agent` with one that cannot be used: without its limits, the main agent would have every tool. */
export function refuseAgent(
  name: string,
  { agents, refused }: FoundAgents,
  { bare, settingSources }: Pick<AgentOptions, "bare" | "settingSources">,
): never {
  const names = agents.map((agent) => agent.name);
  const near = nearestName(name, names);
  const hint = near === undefined ? `known: ${names.join(", ")}` : `did you mean ${near}?`;
  const skipped = bare ? "; --bare reads no files" : "";
  const limited = settingSources ? `; --setting-sources is ${settingSources.join(",")}` : "";
  const why = refused.get(name);
  throw new CommandLineError(
    `--agent: ${why ? problemLine(why) : `there is no agent "${name}"; ${hint}${skipped}${limited}`}`,
  );
}
