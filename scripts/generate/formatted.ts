import { spawnSync } from "node:child_process";
import { join } from "node:path";

const biome = join(import.meta.dirname, "../../node_modules/.bin/biome");

/** A source text as the repository's formatter lays it out. */
export function formatted(path: string, text: string): string {
  const { status, stdout, stderr } = spawnSync(biome, ["format", `--stdin-file-path=${path}`], {
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`);
  return stdout;
}
