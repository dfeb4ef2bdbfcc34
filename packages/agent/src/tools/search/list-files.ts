import { type RipgrepPlace, runRipgrep } from "./run-ripgrep.ts";
import { skippingArguments } from "./skipping-arguments.ts";

/**
 * The files below a folder that .gitignore does not exclude, without links; relative to the folder. Those that the last
 * part of the pattern rules out may be missing.
 */
export async function listFiles(
  program: string,
  pattern: string,
  place: RipgrepPlace,
): Promise<readonly string[]> {
  const skipped = skippingArguments(place.folder);
  const args = ["--files", "--hidden", "--null", ...namesLike(pattern), ...skipped];
  const { text } = await runRipgrep(program, args, place);
  return text.split("\0").slice(0, -1);
}

/**
 * Lets ripgrep leave out most names: to read and test 100,000 of them costs more than to list them. As a type, because
 * `--glob` would list files that .gitignore excludes. Only for parts whose meaning is certain.
 */
function namesLike(pattern: string): readonly string[] {
  const last = pattern.slice(pattern.lastIndexOf("/") + 1);
  if (!/^[\w.*?-]+$/.test(last) || /^[*?]+$/.test(last) || /[{([]/.test(pattern)) return [];
  return ["--type-add", `wanted:${last.replaceAll("?", "*")}`, "--type", "wanted"];
}
