import * as tested from "../scripts/packed/tested.ts";

/** The command that is tested. The recordings are of one host, and the hooks of a sandbox are ours. */
export const target: readonly string[] = [
  ...tested.command(),
  ...["--profile", "claude-code", "--trust-project"],
];
