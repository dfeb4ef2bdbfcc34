import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import * as tested from "../../scripts/packed/tested.ts";

const here = import.meta.dirname;

/** The session as it would be typed in the scratch project. */
export const words: readonly string[] = [
  ...["-p", '"Add a farewell"', "--model", "script:../session.json", "--trust-project"],
  ...["--permission-mode", "acceptEdits", "--autocompact", "100k", "--timeline"],
];

export interface Played {
  readonly project: string;
  readonly status: number | null;
  readonly stdout: string;
  /** What the user sees while it runs. */
  readonly stderr: string;
}

/** Copies the project into an empty folder and plays the session there, with a home without hooks; `more` are further flags. */
export function play(folder: string, path = tested.path, more: readonly string[] = []): Played {
  const [project, home] = [join(folder, "project"), join(folder, "home")];
  mkdirSync(home);
  cpSync(join(here, "project"), project, { recursive: true });
  cpSync(join(here, "session.json"), join(folder, "session.json"));
  const [program, ...args] = tested.command();
  const { status, stdout, stderr } = spawnSync(
    program,
    [...args, ...words.map((word) => word.replaceAll('"', "")), ...more],
    {
      cwd: project,
      env: { PATH: path, HOME: home },
      encoding: "utf8",
    },
  );
  return { project, status, stdout, stderr };
}
