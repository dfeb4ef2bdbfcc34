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

export function temporarySessions(): TemporarySessions {
  const folder = mkdtempSync(join(tmpdir(), `${brand.command}-session-`));
  return {
    folder,
    // A background process that ignores its end may still write; the system clears its temporary folder.
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
