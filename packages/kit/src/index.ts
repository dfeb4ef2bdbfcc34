export type { Answer } from "./answer.ts";
export {
  defineHook,
  type Hook,
  type HookCallback,
  type HookContext,
  type HookOptions,
  type ToolHookOptions,
} from "./define-hook.ts";
export type { EventName, HookInput, PermissionUpdate } from "./inputs.ts";
export type { HookOutput, Reply } from "./outputs.ts";
export { type SampleChoice, sampleInput } from "./sample-input.ts";
export { type TestedHook, testHook } from "./test-hook.ts";
export type { ToolInputs, ToolResponses } from "./tools.ts";
