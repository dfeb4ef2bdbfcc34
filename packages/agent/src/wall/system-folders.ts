import { readdirSync } from "node:fs";
import { join } from "node:path";

/** What the system consists of; the sandbox has its own /dev, /proc and /sys. */
const system: ReadonlySet<string> = new Set(
  "bin boot dev etc lib lib32 lib64 libx32 nix proc sbin sys usr".split(" "),
);

/**
 * The folders that root may change in a sandbox. Root could replace the programs that hooks run, the libraries of
 * these programs, or the policy; other users cannot write there anyway.
 */
export const foldersOfRoot = (): readonly string[] => [
  ...readdirSync("/", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !system.has(entry.name))
    .map(({ name }) => join("/", name)),
  "/usr/local",
];
