import { closeSync, constants, openSync, readSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { isProgram } from "./find-bash.ts";

/** Where a name is looked for. */
interface Places {
  readonly folder: string;
  readonly path: string;
}

/**
 * Whether a program is a file that the system cannot start by itself: it has no `#!` line and is not compiled. A
 * shell that calls such a file reads it as a script in its own language.
 */
export function isShellScript(program: string, { folder, path }: Places): boolean {
  const files = program.includes("/")
    ? [resolve(folder, program)]
    : path.split(delimiter).map((place) => resolve(folder, place, program));
  const file = files.find(isProgram);
  const start = file === undefined ? undefined : firstBytes(file);
  return start !== undefined && !start.startsWith("#!") && !compiled.test(start);
}

/** The first bytes of an ELF or Mach-O program. */
const compiled = /^(?:\x7fELF|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/;

function firstBytes(file: string): string | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(4);
      return bytes.toString("latin1", 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
