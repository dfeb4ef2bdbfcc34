import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Group } from "./group.ts";
import { type Played, type PlayOptions, playTries } from "./play.ts";

/** Plays all tries of a group that this machine can run. */
export function playGroup(group: Group, options: PlayOptions): Promise<readonly Played[]> {
  const possible = group.tries.filter(({ needs = [] }) => needs.every(isInstalled));
  return playTries(group, possible, options);
}

const isInstalled = (program: string): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
