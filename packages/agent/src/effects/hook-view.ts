import type { Profile } from "@snaphook/protocol";
import type { ToolInput } from "../tools/tool.ts";

/** A tool as hooks see it; the tool itself keeps its own name and input (V11). */
export interface HookView {
  readonly name: string;
  /** The tool's input, as hooks see it. */
  toHooks(input: ToolInput): ToolInput;
  /** An input that hooks have seen and may have changed, as the tool reads it. */
  fromHooks(input: ToolInput): ToolInput;
}

export function hookView({ toolViews }: Pick<Profile, "toolViews">, tool: string): HookView {
  const view = Object.hasOwn(toolViews, tool) ? toolViews[tool] : undefined;
  if (!view) return { name: tool, toHooks: (input) => input, fromHooks: (input) => input };
  const fields = Object.entries(view.fields);
  return {
    name: view.name,
    toHooks: renaming(fields),
    fromHooks: renaming(fields.map(([toolField, hookField]) => [hookField, toolField])),
  };
}

function renaming(fields: readonly (readonly [string, string])[]) {
  const names = new Map(fields);
  return (input: ToolInput): ToolInput =>
    Object.fromEntries(Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]));
}
