export { brand } from "./brand.ts";
export {
  type Decision,
  decisions,
  type EventDefinition,
  type Opinion,
  type OutcomeKind,
} from "./events/event-definition.ts";
export type { CommonOutput } from "./events/output.ts";
export {
  type EventName,
  events,
  type InputOf,
  isEventName,
  type OutcomeKindOf,
} from "./events/table.ts";
export { type Handler, type HandlerType, handlers, isHandlerType } from "./handlers/table.ts";
export type { Profile } from "./profiles/profile.ts";
export { isProfileName, type ProfileName, profiles } from "./profiles/table.ts";
export type { Infer, Parsed, Problem, Schema } from "./schema.ts";
