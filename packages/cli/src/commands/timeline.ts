import type { SessionEvent } from "@snaphook/agent";

const row = (who: string, text: string): string =>
  `${who.padEnd(10)}${text.replaceAll("\n", `\n${" ".repeat(10)}`)}`;

/** One event of a session as lines of the timeline. */
export function timeline(event: SessionEvent): readonly string[] {
  switch (event.type) {
    case "prompt":
      return [row("user", event.text)];
    case "assistant":
      return [row("model", event.text)];
    case "hooks": {
      const { action, decidedBy } = event.outcome;
      const mark = action === "proceed" ? "✓" : "✗";
      const who = decidedBy.map((hook) => hook.label).join(", ") || "no hook had an opinion";
      return [
        row("model", `→ ${event.call.name} ${JSON.stringify(event.call.input)}`),
        row("hooks", `${mark} ${action} (${who})`),
      ];
    }
    case "toolResult":
      return [row(event.ran ? "tool" : "refused", event.text)];
    case "end":
      return [row("end", event.reason)];
  }
}
