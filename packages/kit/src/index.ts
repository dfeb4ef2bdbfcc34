export type { Answer } from "./answer.ts";
export {
  type CommandVariant,
  disguiseKinds,
  disguises,
  lookAlikeKinds,
  lookAlikes,
} from "./command-variants.ts";
export {
  defineHook,
  type Hook,
  type HookCallback,
  type HookContext,
  type HookOptions,
  type ToolHookOptions,
} from "./define-hook.ts";
export type { PermissionUpdate } from "./generated/event-inputs.ts";
export type { HookOutput } from "./generated/event-outputs.ts";
export type { ToolInputs, ToolResponses } from "./generated/tool-types.ts";
export type { EventName, HookInput } from "./inputs.ts";
export type { Reply } from "./outputs.ts";
export { type SampleChoice, sampleInput } from "./sample-input.ts";
export { type TestedHook, testHook } from "./test-hook.ts";
