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

export const findShell = (exists: (path: string) => boolean = existsSync): Shell =>
  exists(bash.program) ? bash : plain;
