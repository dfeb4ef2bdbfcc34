import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the frameworks are that adapters are tested with; they have their own lock file. */
export const frameworksFolder = join(import.meta.dirname, "../packages/adapters/frameworks");

export const frameworksAreInstalled = existsSync(join(frameworksFolder, "node_modules/ai"));
