import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EventName } from "@snaphook/protocol";
import type { PlannedRun } from "../../stages/run-plan.ts";
import { statOf } from "../../stat-of.ts";
import { makeFolder } from "../../trust/make-folder.ts";

/** The files in which a session's hooks set variables for later shell commands (P8). */
export interface EnvironmentFiles {
  /** A private, empty file for a hook that is about to run. */
  open(planned: PlannedRun, event: EventName): string;
  /** The files that are not empty: events in the order they first fired, hooks in plan order. */
  list(): readonly string[];
  /** Removes all; used by `/clear` and at the end of the session. */
  clear(): void;
}

export function environmentFiles(sessionFolder: string): EnvironmentFiles {
  const folder = join(sessionFolder, "env");
  /** By event; the order is that of the last plan a hook was in. */
  const files = new Map<EventName, Map<string, number>>();
  return {
    open({ hook, order }, event) {
      const file = join(folder, `${event.toLowerCase()}-${hook.id.replaceAll(/\W/g, "_")}.sh`);
      makeFolder(folder);
      writeFileSync(file, "", { mode: 0o600 });
      const ofEvent = files.get(event) ?? new Map<string, number>();
      files.set(event, ofEvent.set(file, order));
      return file;
    },
    list: () =>
      [...files.values()]
        .flatMap((ofEvent) => [...ofEvent].sort(([, a], [, b]) => a - b).map(([file]) => file))
        .filter((file) => (statOf(file)?.size ?? 0) > 0),
    clear() {
      files.clear();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
