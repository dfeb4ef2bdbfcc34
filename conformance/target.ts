import { existsSync } from "node:fs";
import { join } from "node:path";
import cli from "../packages/cli/package.json" with { type: "json" };

const folder = join(import.meta.dirname, "../packages/cli");

/** The recordings are of one host, and the hooks of a sandbox are ours. */
const always = ["--profile", "claude-code", "--trust-project"];

/** The command as it is published. */
export function builtTarget(): readonly string[] {
  const bundle = join(folder, "dist", `${cli.name}.mjs`);
  if (!existsSync(bundle)) throw new Error(`found no bundle at ${bundle}: run npm run build first`);
  return [process.execPath, bundle, ...always];
}

/** The command as it stands in the sources. */
export const sourceTarget = (): readonly string[] => [
  process.execPath,
  "--conditions=workspace-source",
  join(folder, "src/main.ts"),
  ...always,
];
