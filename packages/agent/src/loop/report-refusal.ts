import type { Message } from "@snaphook/engine";
import { canBeSwitched, commandForHook, shortLine } from "@snaphook/engine/internal";
import { events } from "@snaphook/protocol";
import type { RefusedBy } from "../effects/call-end.ts";
import { subjectOf } from "../permissions/refusal-texts.ts";
import type { Tool, ToolInput } from "../tools/tool.ts";
import type { Agent, UnfiredHooks } from "./agent.ts";

interface Refusal {
  readonly by: RefusedBy;
  readonly reasons: readonly string[];
  readonly lines: readonly Message[];
}

/**
 * One line for the user about a call that was refused: which, why, and what would allow it. Each hook that refuses has
 * its line; whoever answers questions knows their answer.
 */
export async function reportRefusal(
  { permissions, context, options, emit, hooks }: Agent,
  tool: Tool,
  { id: callId, input }: { readonly id: string; readonly input: ToolInput },
  { by, reasons, lines }: Refusal,
): Promise<void> {
  const subject = subjectOf(tool.access(input));
  const which = subject === undefined ? tool.name : `${tool.name} (${shortLine(subject)})`;
  const emitRefusal = (withoutCall: string, more: { readonly message?: Message } = {}) => {
    const text = `refused: ${which}: ${withoutCall}`;
    emit({ type: "notice", level: "info", text, withoutCall, callId, ...more });
  };
  for (const message of lines) {
    const said = blockPhrases.reduce((rest, phrase) => rest.replace(phrase, ": "), message.text);
    emitRefusal(`${said}${howToTurnOff(message, hooks())}`, { message });
  }
  if (by === "hook" || options.ask) return;
  const advice =
    by === "host"
      ? await permissions.howToAllow(tool, input, context.cwd())
      : "let a program answer with --permission-prompt-tool stdio";
  const toAllow = advice === undefined ? "" : `; to allow it: ${advice}`;
  emitRefusal(`${firstLine(reasons.join("; "))}${toAllow}`);
}

/** What the engine says of a block; the line already begins with it. */
const blockPhrases = [events.PreToolUse, events.PermissionRequest].map(
  ({ block }) => `: ${block}: `,
);

/** How to turn off the hook that refuses; nothing for a managed hook, one in code, or one that says how to trust it. */
function howToTurnOff({ hook: { id }, text }: Message, { config }: UnfiredHooks): string {
  const hook = config.snapshot().hooks.find((one) => one.id === id);
  if (!hook || !canBeSwitched(hook) || hook.origin.scope === "code" || text.includes("to trust it"))
    return "";
  const command = commandForHook(`hooks disable ${id}`, hook.origin, hook.source.file);
  return `; to turn this hook off: ${command}`;
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
