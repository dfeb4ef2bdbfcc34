// What tests start: the sources, or the packed and installed packages when `npm run packed -- …` runs the tests.
import { join } from "node:path";
import cli from "../../packages/cli/package.json" with { type: "json" };
import { folderVariable, type Installed, readInstalled } from "./install.ts";

const root = join(import.meta.dirname, "../..");
const folder = process.env[folderVariable];
const [name = ""] = Object.keys(cli.bin);

/** Where the packages are installed; undefined when the sources are tested. */
export const installed: Installed | undefined = folder ? readInstalled(folder) : undefined;

/** The Node that runs what is tested. */
export const node: string = installed ? join(installed.bin, "node") : process.execPath;

/** Options of Node without which the sources of our packages are not found. */
export const nodeOptions: readonly string[] = installed ? [] : ["--conditions=workspace-source"];

/** Starts the command: a program and its first arguments. */
export const command = (...more: readonly string[]): [program: string, ...args: string[]] => [
  node,
  ...nodeOptions,
  ...more,
  installed ? join(installed.bin, name) : join(root, "packages/cli/src/main.ts"),
];

/** For a script of ours in a process of its own, which looks here too. */
export const inherited: Readonly<Record<string, string>> = folder
  ? { [folderVariable]: folder }
  : {};

/** The PATH for what is tested. */
export const path: string = installed?.path ?? process.env["PATH"] ?? "";

/** The folder in which our packages are found by their names. */
export const home: string = installed?.folder ?? root;
