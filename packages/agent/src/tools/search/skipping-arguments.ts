import { skippedFolders, systemFolders } from "./walk-files.ts";

/** Arguments with which ripgrep, run in a folder, skips the same folders as the built-in search. */
export const skippingArguments = (folder: string): readonly string[] => [
  ...skippedFolders.map((name) => `--glob=!${name}/`),
  ...(folder === "/" ? systemFolders.map((name) => `--glob=!${name}/**`) : []),
];
