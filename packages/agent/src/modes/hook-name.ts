import type { Progress } from "@snaphook/engine";
import { events } from "@snaphook/protocol";

/** U3: `PreToolUse:Bash`, `SessionStart:startup`; the end of an agent's work goes by the event alone. */
export const hookName = ({ event, subject }: Pick<Progress, "event" | "subject">): string =>
  subject === undefined || events[event].outcome === "turn-end" ? event : `${event}:${subject}`;
