/** What all adapters share. Each framework has its own entry: `@snaphook/adapters/ai-sdk` and so on. */
export type { AdapterOptions } from "./core/adapter-options.ts";
export { endSession, subagent } from "./core/conversations.ts";
export { firedEvents } from "./core/fired-events.ts";
export type { Ability, Limit } from "./core/limit.ts";
