import { resolve } from "node:path";
import { type Clock, homeFolder, systemClock } from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import { projectSessions } from "../sessions/session-paths.ts";
import type { AgentOptions } from "./agent-options.ts";

/** The options with what is the same for every session filled in. */
export interface CompleteOptions extends AgentOptions {
  readonly home: string;
  readonly env: Environment;
  readonly headless: boolean;
  readonly clock: Clock;
  /** Where the transcripts of this directory are. */
  readonly folder: string;
}

export function completeOptions(options: AgentOptions): CompleteOptions {
  const { env = process.env, headless = true, clock = systemClock } = options;
  const cwd = resolve(options.cwd);
  const home = resolve(options.home ?? homeFolder(env["HOME"] || undefined));
  return { ...options, cwd, home, env, headless, clock, folder: projectSessions({ home, cwd }) };
}
