import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";

/** A folder for the files of a session that is not kept; hooks and tools need them while it runs. */
export interface TemporarySessions {
  readonly folder: string;
  /** Removes it with everything in it. */
  remove(): void;
}

/** Where a folder can be made if the usual place for temporary files is read-only or missing. */
const otherPlaces = ["/tmp", "/var/tmp", "/dev/shm"];

export function temporarySessions(places = [tmpdir(), ...otherPlaces]): TemporarySessions {
  const folder = firstMade(places);
  return {
    folder,
    // A background process that ignores its end may still write; the system clears its temporary folder.
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function firstMade([place, ...others]: readonly string[]): string {
  if (place === undefined) throw new Error("there is no place for temporary files");
  try {
    return mkdtempSync(join(place, `${brand.command}-session-`));
  } catch (error) {
    if (others.length > 0) return firstMade(others);
    throw new Error(
      `no temporary folder can be made (${(error as Error).message}); set TMPDIR to a folder that can be written`,
    );
  }
}
