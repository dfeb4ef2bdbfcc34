import { type RipgrepPlace, runRipgrep } from "./run-ripgrep.ts";
import { skippedFolders } from "./walk-files.ts";

/** The files below a folder that .gitignore does not exclude, without links; relative to the folder. */
export async function listFiles(program: string, place: RipgrepPlace): Promise<readonly string[]> {
  const skipped = skippedFolders.map((name) => `--glob=!**/${name}/**`);
  const { text } = await runRipgrep(program, ["--files", "--hidden", "--null", ...skipped], place);
  return text.split("\0").slice(0, -1);
}
