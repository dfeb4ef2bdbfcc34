import { createRequire } from "node:module";

/**
 * Node's file system, loaded when needed: to import it as a module makes Node load its streams and promises
 * too, a quarter of what a hook costs.
 */
export const fileSystem = (): typeof import("node:fs") => createRequire(import.meta.url)("node:fs");
