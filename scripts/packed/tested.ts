// What tests start: the packed and installed packages when `npm run packed -- …` runs the tests, else the bundle that
// vitest-command.ts made, else the sources.
import { join } from "node:path";
import cli from "../../packages/cli/package.json" with { type: "json" };
import { folderVariable, type Installed, readInstalled } from "./install.ts";

const root = join(import.meta.dirname, "../..");
const folder = process.env[folderVariable];

/** The variable that holds the path of a bundle of the command. */
export const bundleVariable = "COMMAND_BUNDLE";
const [name = ""] = Object.keys(cli.bin);

/** Where the packages are installed; undefined when the sources are tested. */
export const installed: Installed | undefined = folder ? readInstalled(folder) : undefined;

/** The Node that runs what is tested. */
export const node: string = installed ? join(installed.bin, "node") : process.execPath;

/** Options that Node needs to find the sources of our packages. */
export const nodeOptions: readonly string[] = installed ? [] : ["--conditions=workspace-source"];

/** Starts the command: a program and its first arguments. */
export const command = (...more: readonly string[]): [program: string, ...args: string[]] => [
  node,
  ...nodeOptions,
  ...more,
  installed
    ? join(installed.bin, name)
    : (process.env[bundleVariable] ?? join(root, "packages/cli/src/main.ts")),
];

/** The environment for one of our scripts in a separate process, which uses this file too. */
export const inherited: Readonly<Record<string, string>> = folder
  ? { [folderVariable]: folder }
  : process.env[bundleVariable] === undefined
    ? {}
    : { [bundleVariable]: process.env[bundleVariable] };

/** The PATH for what is tested. */
export const path: string = installed?.path ?? process.env["PATH"] ?? "";

/** The folder from which our packages can be imported by name. */
export const home: string = installed?.folder ?? root;
