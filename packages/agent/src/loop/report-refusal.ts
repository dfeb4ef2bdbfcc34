import type { RefusedBy } from "../effects/call-end.ts";
import { subjectOf } from "../permissions/refusal-texts.ts";
import type { Tool, ToolInput } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import { warning } from "./warning.ts";

interface Refusal {
  readonly by: RefusedBy;
  readonly reasons: readonly string[];
}

/**
 * One line for the user about a call that was refused: which, why, and what would allow it. A hook that refuses has
 * a line of its own, and whoever answers questions knows their answer.
 */
export async function reportRefusal(
  { permissions, context, options, emit }: Agent,
  tool: Tool,
  input: ToolInput,
  { by, reasons }: Refusal,
): Promise<void> {
  if (by === "hook" || options.ask) return;
  const subject = subjectOf(tool.access(input));
  const which = subject === undefined ? tool.name : `${tool.name} (${shortened(subject)})`;
  const advice =
    by === "host"
      ? await permissions.howToAllow(tool, input, context.cwd())
      : "let a program answer with --permission-prompt-tool stdio";
  const toAllow = advice === undefined ? "" : `; to allow it: ${advice}`;
  emit(warning(`refused: ${which}: ${firstLine(reasons.join("; "))}${toAllow}`));
}

const maxLength = 120;

const shortened = (text: string): string => {
  const line = firstLine(text);
  return line.length <= maxLength ? line : `${line.slice(0, maxLength)}…`;
};

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
