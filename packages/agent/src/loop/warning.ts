import type { AgentEvent } from "./agent-event.ts";

/** A notice that the user should see and that does not end anything. */
export const warning = (text: string): AgentEvent => ({ type: "notice", level: "warning", text });
