import { resolve } from "node:path";

const script = "script:";

/** The path of a script on the command line is relative to the user's folder, not to --cwd. */
export const modelName = (model: string): string =>
  model.startsWith(script) ? `${script}${resolve(model.slice(script.length))}` : model;
