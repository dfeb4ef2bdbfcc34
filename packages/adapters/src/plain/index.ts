/** Hooks for tools and a model that are plain functions. */
export { RefusedCall } from "../core/refused-call.ts";
export { cannot } from "./cannot.ts";
export {
  modelWithHooks,
  type PlainAnswer,
  type PlainMessage,
  type PlainModel,
} from "./model-with-hooks.ts";
export { type CallOptions, type PlainTool, type ToolsWithHooks, withHooks } from "./with-hooks.ts";
