import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const main = join(here, "../../packages/cli/src/main.ts");

/** The session as it would be typed in the scratch project. */
export const words: readonly string[] = [
  ...["-p", '"Add a farewell"', "--model", "script:../session.json", "--trust-project"],
  ...["--permission-mode", "acceptEdits", "--timeline"],
];

export interface Played {
  readonly project: string;
  readonly status: number | null;
  readonly stdout: string;
  /** What the user is told while it happens. */
  readonly stderr: string;
}

/** How the session is started: with the sources, or with a command that was installed. */
export interface PlayOptions {
  readonly path?: string | undefined;
  readonly command?: readonly [program: string, ...args: string[]];
}

const fromSource = [process.execPath, "--conditions=workspace-source", main] as const;

/** Copies the project into an empty folder and plays the session there, with a home that has no hooks of anybody. */
export function play(folder: string, options: PlayOptions = {}): Played {
  const { path = process.env["PATH"], command = fromSource } = options;
  const [project, home] = [join(folder, "project"), join(folder, "home")];
  mkdirSync(home);
  cpSync(join(here, "project"), project, { recursive: true });
  cpSync(join(here, "session.json"), join(folder, "session.json"));
  const [program, ...args] = [...command, ...words.map((word) => word.replaceAll('"', ""))];
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: project,
    env: { PATH: path, HOME: home },
    encoding: "utf8",
  });
  return { project, status, stdout, stderr };
}
