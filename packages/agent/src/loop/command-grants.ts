import type { CommandExpansion } from "../commands/expand-command.ts";
import type { PermissionUpdate } from "../permissions/permissions.ts";
import type { Agent } from "./agent.ts";
import type { AgentOptions } from "./agent-options.ts";
import { warning } from "./warning.ts";

/** The rules in a command's file apply while its prompt runs; those of a project only if it is trusted (T6). */
export async function withGrants<Result>(
  { permissions, emit }: Pick<Agent, "permissions" | "emit">,
  { name, source, needsTrust, allowedTools = [] }: CommandExpansion,
  { trustProject = false }: Pick<AgentOptions, "trustProject">,
  run: () => Promise<Result>,
): Promise<Result> {
  if (allowedTools.length === 0) return run();
  if (needsTrust && !trustProject) {
    const owner = source === "plugin" ? "plugin" : "project";
    emit(warning(`/${name}: its allowed-tools are ignored, because the ${owner} is not trusted`));
    return run();
  }
  const takeBack = await grant({ permissions, emit }, name, allowedTools);
  try {
    return await run();
  } finally {
    await takeBack();
  }
}

/** Rules apply until the returned function is called. */
export async function grant(
  { permissions, emit }: Pick<Agent, "permissions" | "emit">,
  name: string,
  rules: readonly string[],
): Promise<() => Promise<unknown>> {
  const change = (type: "addRules" | "removeRules"): PermissionUpdate => ({
    type,
    rules: rules.map(ruleParts),
    behavior: "allow",
    destination: "session",
  });
  for (const problem of await permissions.update([change("addRules")]))
    emit(warning(`/${name}: ${problem}`));
  return () => permissions.update([change("removeRules")]);
}

/** The model that a command's file names is used under the same condition as its rules (T6). */
export const modelOfCommand = (
  { needsTrust, model }: Pick<CommandExpansion, "needsTrust" | "model">,
  { trustProject = false }: Pick<AgentOptions, "trustProject">,
): string | undefined => (needsTrust && !trustProject ? undefined : model);

/** A rule as updates write it: `Bash(git log:*)` is the tool and what is in the parentheses. */
function ruleParts(text: string): { readonly toolName: string; readonly ruleContent?: string } {
  const [, toolName, ruleContent] = /^([^()]+)\((.*)\)$/s.exec(text.trim()) ?? [];
  return toolName === undefined || ruleContent === undefined
    ? { toolName: text.trim() }
    : { toolName, ruleContent };
}
