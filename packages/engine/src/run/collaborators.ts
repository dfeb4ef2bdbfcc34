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
const postWith =
  (env: Environment): HttpPost =>
  async (request) =>
    (await import("./http/post.ts")).httpPost(undefined, env)(request);

/** The variables of the host itself, which name its proxies; settings do not change them. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Fills in the system's implementations. */
export const withDefaults = ({
  env = process.env,
  ...given
}: Partial<Collaborators> & { readonly env?: Environment }): Collaborators => ({
  spawn: given.spawn,
  post: given.post ?? postWith(env),
  clock: given.clock ?? systemClock,
  platform: given.platform ?? process.platform,
  model: given.model,
  agent: given.agent,
  mcp: given.mcp,
});
