/** Hooks for agents made with the AI SDK: `generateText`, `streamText`, `ToolLoopAgent`. */
export { RefusedCall } from "../core/refused-call.ts";
export { cannot } from "./cannot.ts";
export { type Settings, withHooks } from "./with-hooks.ts";
