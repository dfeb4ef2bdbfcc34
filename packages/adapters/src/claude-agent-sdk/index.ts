/** Hooks for agents made with the Claude Agent SDK: our engine as its hooks. */
export { cannot } from "./cannot.ts";
export { type QueryOptions, withHooks } from "./with-hooks.ts";
