import type { InspectedHooks, tryHook } from "@snaphook/bench";
import { profileNamed } from "@snaphook/protocol";
import type { MenuSource } from "./menu-source.ts";

/** A hook is tried where the session is, with the variables that settings set. */
export function trialOptions({ home }: MenuSource, { cwd, profile, config }: InspectedHooks) {
  const name = profileNamed(profile)?.name ?? profile;
  const variables = config.environment();
  return {
    cwd,
    ...(home === undefined ? {} : { home }),
    ...(Object.keys(variables).length === 0 ? {} : { env: { ...process.env, ...variables } }),
    profile: name as NonNullable<Parameters<typeof tryHook>[2]["profile"]>,
  };
}
