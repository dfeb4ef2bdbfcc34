/** Hooks for agents made with the OpenAI Agents SDK. */
export { RefusedCall } from "../core/refused-call.ts";
export { cannot } from "./cannot.ts";
export { toolError } from "./tool-error.ts";
export { type AgentSettings, withHooks } from "./with-hooks.ts";
