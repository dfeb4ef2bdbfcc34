/** Hooks for agents made with the OpenAI Agents SDK. */
export { cannot } from "./cannot.ts";
export { type AgentSettings, withHooks } from "./with-hooks.ts";
