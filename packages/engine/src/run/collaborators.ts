import { type Clock, systemClock } from "./clock.ts";
import type { HttpPost } from "./http/post.ts";
import type { HookAgent, HookModel, McpCaller } from "./model/interfaces.ts";
import type { Spawn } from "./process/run-process.ts";

/** What runs need from the system and the host; all of it can be replaced. */
export interface Collaborators {
  /** `undefined`: that of the system, or the runner. */
  readonly spawn: Spawn | undefined;
  readonly post: HttpPost;
  readonly clock: Clock;
  readonly platform: string;
  /** How prompt hooks ask a model; without one they fail with a message. */
  readonly model: HookModel | undefined;
  readonly agent: HookAgent | undefined;
  readonly mcp: McpCaller | undefined;
}

/** Loaded when the first http hook runs: few sessions have one, and `node:http` is slow to load. */
const post: HttpPost = async (request) => (await import("./http/post.ts")).httpPost()(request);

/** Fills in the system's implementations. */
export const withDefaults = (given: Partial<Collaborators>): Collaborators => ({
  spawn: given.spawn,
  post: given.post ?? post,
  clock: given.clock ?? systemClock,
  platform: given.platform ?? process.platform,
  model: given.model,
  agent: given.agent,
  mcp: given.mcp,
});
