import type { SlashCommand } from "../../commands/slash-command.ts";
import type { Emit } from "../agent-event.ts";
import type { AgentOptions } from "../agent-options.ts";
import { warning } from "../warning.ts";

/** The skills and commands that the model may read; those of a project only if it is trusted (T6). */
export function usableSkills(
  commands: readonly SlashCommand[],
  { trustProject = false, skills }: Pick<AgentOptions, "trustProject" | "skills">,
  emit: Emit,
): readonly SlashCommand[] {
  const isUsable = ({ needsTrust }: SlashCommand) => trustProject || !needsTrust;
  for (const { kind, name, source, filePath } of commands.filter((one) => !isUsable(one))) {
    const owner = source === "plugin" ? "plugin" : "project";
    if (kind === "skill")
      emit(
        warning(
          `the model cannot call the skill ${name}, because the ${owner} is not trusted (${filePath}); --trust-project trusts it`,
        ),
      );
  }
  const isCalled = (name: string, chosen: string) => name === chosen || name.endsWith(`:${chosen}`);
  const known = commands.filter(({ kind }) => kind === "skill").map(({ name }) => name);
  for (const chosen of skills ?? [])
    if (!known.some((name) => isCalled(name, chosen)))
      emit(
        warning(
          `there is no skill ${chosen}, which the driver asks for; the skills are: ${known.join(", ") || "none"}`,
        ),
      );
  const isChosen = ({ kind, name }: SlashCommand) =>
    kind !== "skill" || skills === undefined || skills.some((chosen) => isCalled(name, chosen));
  return commands.filter((one) => isUsable(one) && isChosen(one));
}
