import { existsSync } from "node:fs";

/** The shell that commands run in. */
export interface Shell {
  readonly program: string;
  /** Before the script; no profile file is read. */
  readonly options: readonly string[];
  readonly isBash: boolean;
}

const bash: Shell = { program: "/bin/bash", options: ["--noprofile", "--norc"], isBash: true };
const plain: Shell = { program: "/bin/sh", options: [], isBash: false };

export const findShell = (exists: (path: string) => boolean = existsOnce): Shell =>
  exists(bash.program) ? bash : plain;

/** A shell does not come or go while the agent runs: it is looked for once. */
const found = new Map<string, boolean>();
function existsOnce(path: string): boolean {
  const exists = found.get(path) ?? existsSync(path);
  found.set(path, exists);
  return exists;
}
