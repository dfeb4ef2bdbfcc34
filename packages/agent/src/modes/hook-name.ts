import type { Progress } from "@snaphook/engine";
import { events } from "@snaphook/protocol";

/** U3: `PreToolUse:Bash`, `SessionStart:startup`; the events at the end of a turn have no subject. */
export const hookName = ({ event, subject }: Pick<Progress, "event" | "subject">): string =>
  subject === undefined || events[event].outcome === "turn-end" ? event : `${event}:${subject}`;
