import type { Known } from "./generated/event-inputs.ts";
import { otherToolNames } from "./generated/examples.ts";
import type { ToolInputs, ToolResponses } from "./generated/tool-types.ts";

export type ToolName = keyof ToolInputs;

/** M5: all names of a tool. */
export type NamesOf<Tool extends string> = Tool extends keyof typeof otherToolNames
  ? (typeof otherToolNames)[Tool][number]
  : Tool;

type KnownName<Tool extends string> = Extract<NamesOf<Tool>, ToolName>;

/** The input of a tool; any object for an unknown tool. */
export type ToolInputOf<Tool extends string> = [KnownName<Tool>] extends [never]
  ? Readonly<Record<string, unknown>>
  : ToolInputs[KnownName<Tool>];

/** The output of a tool; anything for an unknown tool. */
export type ToolResponseOf<Tool extends string> = Tool extends keyof ToolResponses
  ? ToolResponses[Tool]
  : unknown;

/** Which calls a hook is for: a tool's name, several names, or an expression. */
export type ToolChoice = Known<ToolName> | readonly Known<ToolName>[] | RegExp;

/** The names in a choice. */
export type ChosenTool<Choice extends ToolChoice> = Choice extends RegExp
  ? string
  : Choice extends readonly (infer Name extends string)[]
    ? Name
    : Choice extends string
      ? Choice
      : never;

/** M5: a tool can have more than one name; a hook for one of them is for the others too. */
export const namesOf = (name: string): readonly string[] =>
  Object.hasOwn(otherToolNames, name)
    ? otherToolNames[name as keyof typeof otherToolNames]
    : [name];

/** Whether the hook is for calls of this tool. */
export function isChosen(choice: ToolChoice | undefined, name: string): boolean {
  if (choice === undefined) return true;
  const names = namesOf(name);
  // Unlike `test`, `search` ignores the `lastIndex` of an expression with the flag g.
  if (choice instanceof RegExp) return names.some((one) => one.search(choice) !== -1);
  const chosen = typeof choice === "string" ? [choice] : choice;
  return names.some((one) => chosen.includes(one));
}
