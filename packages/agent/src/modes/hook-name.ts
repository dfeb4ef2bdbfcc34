import type { Progress } from "@snaphook/engine";
import { events } from "@snaphook/protocol";

/** U3: `PreToolUse:Bash`, `SessionStart:startup`; events at the end of a turn are named without a subject. */
export const hookName = ({ event, subject }: Pick<Progress, "event" | "subject">): string =>
  subject === undefined || events[event].outcome === "turn-end" ? event : `${event}:${subject}`;
