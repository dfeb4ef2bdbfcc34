import type { Profile } from "./profile.ts";

type ToolInput = Readonly<Record<string, unknown>>;

/** A tool as hooks see it; the tool itself keeps its own name and input (V11). */
export interface HookView {
  readonly name: string;
  /** The tool's input, as hooks see it. */
  toHooks(input: ToolInput): ToolInput;
  /** An input that hooks have seen and may have changed, as the tool reads it; what they did not see is that of the call. */
  fromHooks(input: ToolInput, call?: ToolInput): ToolInput;
}

export function hookView({ toolViews }: Pick<Profile, "toolViews">, tool: string): HookView {
  const view = Object.hasOwn(toolViews, tool) ? toolViews[tool] : undefined;
  if (!view) return { name: tool, toHooks: (input) => input, fromHooks: (input) => input };
  const fields = Object.entries(view.fields);
  const { hidden = [] } = view;
  const isHidden = ([key]: readonly [string, unknown]) => hidden.includes(key);
  const renamed = renaming(fields);
  const restored = renaming(fields.map(([toolField, hookField]) => [hookField, toolField]));
  return {
    name: view.name,
    toHooks: (input) =>
      renamed(Object.fromEntries(Object.entries(input).filter((entry) => !isHidden(entry)))),
    fromHooks: (input, call = {}) => ({
      ...Object.fromEntries(Object.entries(call).filter(isHidden)),
      ...restored(input),
    }),
  };
}

/** The tool that hooks see by this name; the name itself if no tool has another one. */
export const toolSeenAs = ({ toolViews }: Pick<Profile, "toolViews">, name: string): string =>
  Object.entries(toolViews).find(([, view]) => view.name === name)?.[0] ?? name;

/** The input of an event, with the name and the fields of its tool as hooks see them (V11). */
export function inputForHooks(
  profile: Pick<Profile, "toolViews">,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { tool_name, tool_input } = input;
  if (typeof tool_name !== "string") return input;
  const view = hookView(profile, tool_name);
  const isObject = typeof tool_input === "object" && tool_input !== null;
  const seen = isObject ? { tool_input: view.toHooks({ ...tool_input }) } : {};
  return { ...input, tool_name: view.name, ...seen };
}

function renaming(fields: readonly (readonly [string, string])[]) {
  const names = new Map(fields);
  return (input: ToolInput): ToolInput =>
    Object.fromEntries(Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]));
}
