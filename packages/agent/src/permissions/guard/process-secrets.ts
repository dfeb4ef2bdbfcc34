import { realTarget } from "./real-target.ts";

/** Variables and memory of a process: those of the agent itself hold the key of its model. */
const secret = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem)$/;

/**
 * Whether a file shows what a process holds. Reads are never asked about (G1), so these are refused: no
 * task needs them, and the agent's own would give away its credentials.
 */
export const showsProcessSecrets = (path: string): boolean =>
  secret.test(path) || secret.test(realTarget(path));
