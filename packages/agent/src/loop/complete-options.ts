import { resolve } from "node:path";
import { type Clock, homeFolder, systemClock, userConfigFolder } from "@snaphook/engine/internal";
import type { Environment } from "../environment.ts";
import { projectSessions } from "../sessions/session-paths.ts";
import type { AgentOptions } from "./agent-options.ts";

/** The options with what is the same for every session filled in. */
export interface CompleteOptions extends AgentOptions {
  readonly home: string;
  /** The user's folder with settings, instructions and commands. */
  readonly configFolder: string;
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
  const configFolder = userConfigFolder(home, env);
  return {
    ...options,
    cwd,
    home,
    configFolder,
    env,
    headless,
    clock,
    folder: projectSessions({ home, cwd }),
  };
}
