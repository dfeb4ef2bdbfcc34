import { realTarget } from "@snaphook/engine/internal";

/** Environment variables and memory of a process: those of the agent contain the model's API key. */
const secret = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem)$/;

/**
 * Whether a file shows the memory or variables of a process. Reads never need approval (G1), so these are
 * refused: no task needs them, and those of the agent would reveal its credentials.
 */
export const showsProcessSecrets = (path: string): boolean =>
  secret.test(path) || secret.test(realTarget(path));
