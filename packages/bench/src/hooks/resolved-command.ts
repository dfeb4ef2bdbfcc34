import type { ConfiguredHook } from "@snaphook/engine";
import { programOf, shellWord } from "@snaphook/protocol";

/** The command of a hook with the folders filled in that are known before it runs; its label if it starts no program. */
export function resolvedCommand(
  { handler, origin, label }: Pick<ConfiguredHook, "handler" | "origin" | "label">,
  projectDirectory: string,
): string {
  const program = programOf(handler);
  if (program === undefined) return label;
  const folders: Readonly<Record<string, string | undefined>> = {
    CLAUDE_PROJECT_DIR: projectDirectory,
    CLAUDE_PLUGIN_ROOT: origin.scope === "plugin" ? origin.root : undefined,
    CLAUDE_PLUGIN_DATA: origin.pluginData,
  };
  const filled = (text: string) =>
    text.replaceAll(
      /\$(?:\{(CLAUDE_\w+)\}|(CLAUDE_\w+))/g,
      (whole, braced?: string, bare?: string) => folders[braced ?? bare ?? ""] ?? whole,
    );
  const { command, args } = program;
  if (args === undefined) return filled(command);
  return [command, ...args].map((word) => shellWord(filled(word))).join(" ");
}
