import type { SessionStyle } from "../output-styles/session-style.ts";
import { addDirectory } from "./add-directory.ts";
import { inputEnds } from "./input-ends.ts";
import type { SessionParts } from "./session-parts.ts";
import type { TurnEnd } from "./turn-result.ts";
import type { TurnTally } from "./turn-tally.ts";

export type BuiltInCommand = (
  args: string,
  tally: TurnTally,
  signal: AbortSignal,
) => Promise<TurnEnd>;

/** The commands that change how a session works, and not its conversation. */
export function settingCommands(
  parts: Pick<SessionParts, "agent" | "models" | "style">,
): readonly (readonly [string, BuiltInCommand])[] {
  const { agent } = parts;
  const { stopped, answered, unusable } = inputEnds(agent);

  /** `/output-style NAME`; without a name it lists them. */
  function setStyle(name: string, tally: TurnTally): TurnEnd {
    const { style } = parts;
    if (name === "")
      return answered(`The output style is ${style.name()}. ${styleList(style)}`, tally);
    const problem = style.choose(name);
    if (problem !== undefined) return unusable(problem, tally);
    const text = `The output style is ${style.name()} for the rest of this session; to keep it, set "outputStyle" in the settings.`;
    return answered(text, tally);
  }

  /** `/model NAME`; without a name it says which model is in use. */
  async function setModel(name: string, tally: TurnTally): Promise<TurnEnd> {
    if (name === "") return answered(`The model is ${agent.model.next().id}`, tally);
    const end = await parts.models.switchTo(name, "command");
    switch (end.do) {
      case "switched":
        return answered(`The model is now ${end.id}`, tally);
      case "stop":
        return stopped(end.reason, tally);
      case "kept":
        return end.isError
          ? { ...unusable(end.why, tally), errors: [end.withoutReasons ?? end.why] }
          : answered(end.why, tally);
    }
  }

  async function addFolder(path: string, tally: TurnTally): Promise<TurnEnd> {
    const end = await addDirectory(agent, path);
    switch (end.do) {
      case "added":
      case "known":
        return answered(end.text, tally);
      case "fail":
        return unusable(end.text, tally);
      case "stop":
        return stopped(end.reason, tally);
    }
  }

  return [
    ["output-style", async (name, tally) => setStyle(name, tally)],
    ["model", setModel],
    ["add-dir", addFolder],
  ];
}

const styleList = (style: SessionStyle): string =>
  `There are:\n${style
    .list()
    .map((line) => `- ${line}`)
    .join("\n")}`;
