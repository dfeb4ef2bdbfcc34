import type { AgentEvent } from "@snaphook/agent";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

const row = (who: string, text: string): string =>
  `${who.padEnd(10)}${text.replaceAll("\n", `\n${" ".repeat(10)}`)}`;

/** One event of a session as lines of the timeline. */
export function timeline(event: AgentEvent): readonly string[] {
  switch (event.type) {
    case "user":
      return event.synthetic ? [] : event.message.content.flatMap(textOf("user"));
    case "assistant":
      return event.message.content.flatMap(textOf("model"));
    case "tool-started":
      return [row("model", `→ ${event.name} ${JSON.stringify(event.input)}`)];
    case "outcome":
      return outcomeRows(event);
    case "tool-ended":
      return [row(event.ran ? "tool" : "refused", event.text)];
    case "result":
      return [row("end", event.result.terminalReason)];
    default:
      return [];
  }
}

const textOf =
  (who: string) =>
  (block: { readonly type: string; readonly text?: string }): readonly string[] =>
    block.type === "text" && block.text ? [row(who, block.text)] : [];

/** Hooks that said something; before a tool, also that none did. */
function outcomeRows({ outcome }: Of<"outcome">): readonly string[] {
  const { action, decidedBy, event, kind } = outcome;
  if (decidedBy.length === 0 && kind !== "tool-call") return [];
  const mark = ["refuse", "deny", "stop"].includes(action) ? "✗" : "✓";
  const who = decidedBy.map((hook) => hook.label).join(", ") || "no hook had an opinion";
  return [row("hooks", `${mark} ${event}: ${action} (${who})`)];
}
