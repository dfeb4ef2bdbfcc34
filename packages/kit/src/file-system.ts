import { createRequire } from "node:module";

/**
 * Node's file system, loaded on demand: importing it as a module makes Node load its streams and promises too,
 * which is a quarter of a hook's run time.
 */
export const fileSystem = (): typeof import("node:fs") => createRequire(import.meta.url)("node:fs");
