import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The examples with frameworks, which have their own lock file. */
export const frameworksFolder = join(root, "examples/frameworks");

/** The tests of the adapters with these frameworks. */
export const adaptersFolder = join(root, "packages/adapters/frameworks");

export const installedFrameworks = join(frameworksFolder, "node_modules");

export const frameworksAreInstalled =
  existsSync(join(installedFrameworks, "ai")) &&
  existsSync(join(adaptersFolder, "node_modules/ai"));
