import { nearestName } from "@snaphook/engine/internal";
import type { SlashCommand } from "../../commands/slash-command.ts";
import type { Tool } from "../../tools/tool.ts";

/** More of a description does not help the model to choose. */
const maxDescription = 1024;

/** The tool Skill of a session: it says which skills there are, and which calls need approval. */
export function offeredSkills(tool: Tool, skills: readonly SlashCommand[]): Tool {
  const lines = skills
    .filter(({ forModel }) => forModel)
    .map(({ name, description = "" }) => `- ${name}: ${description.slice(0, maxDescription)}`);
  const list = lines.length === 0 ? "There are no skills now." : `The skills:\n${lines.join("\n")}`;
  const skillOf = (input: Readonly<Record<string, unknown>>) =>
    skills.find(({ name }) => name === input["skill"]);
  return {
    ...tool,
    description: `${tool.description}\n\n${list}`,
    check: async ({ skill }) => skillProblem(skills, String(skill)),
    // As recorded: one without hooks is only a text. Rules that it grants need approval for the same reason.
    access(input) {
      const { hasHooks = true, allowedTools = [] } = skillOf(input) ?? {};
      return { kind: hasHooks || allowedTools.length > 0 ? "other" : "read" };
    },
  };
}

/** Why the model cannot call a skill. */
export function skillProblem(skills: readonly SlashCommand[], name: string): string | undefined {
  const found = skills.find((one) => one.name === name);
  if (found?.forModel) return undefined;
  if (found) return `Only the user can call the skill ${name}: it says disable-model-invocation`;
  const names = skills.filter(({ forModel }) => forModel).map((one) => one.name);
  const near = nearestName(name, names);
  return `There is no skill ${name}.${near === undefined ? "" : ` Did you mean ${near}?`} The skills are: ${names.join(", ") || "none"}`;
}
