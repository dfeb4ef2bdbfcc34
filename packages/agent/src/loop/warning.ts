import type { AgentEvent } from "./agent-event.ts";

/** Something that the user should know and that ends nothing. */
export const warning = (text: string): AgentEvent => ({ type: "notice", level: "warning", text });
