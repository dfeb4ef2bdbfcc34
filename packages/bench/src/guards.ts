import { findBubblewrap } from "@snaphook/engine/internal";

/** T5: how settings and hook scripts are protected from the commands of our agent. Starts no process (T8). */
export function howGuardsAreProtected(env: NodeJS.ProcessEnv = process.env): string {
  const { program, because } = findBubblewrap({ env });
  return program === undefined
    ? `the agent's commands run without a sandbox (${because}); changes of settings and hook scripts are found by comparison`
    : `the agent's commands run in a sandbox where settings and hook scripts are read-only (${program}, if it works: each session tries it), and changes are found by comparison`;
}
