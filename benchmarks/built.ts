import { globSync, statSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Exits with a hint if there is no build, and warns if it is older than the sources. */
export function requireBuild(): void {
  if (process.execArgv.includes("--conditions=workspace-source")) return;
  const built = ["packages/engine/dist/index.mjs", "packages/cli/dist"].map((path) =>
    statSync(join(root, path), { throwIfNoEntry: false }),
  );
  if (built.includes(undefined)) {
    console.error("found no packages/*/dist: run `npm run build` first");
    process.exit(1);
  }
  const oldest = Math.min(...built.map((stat) => stat?.mtimeMs ?? 0));
  const sources = globSync("packages/*/src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] });
  if (sources.some((file) => statSync(join(root, file)).mtimeMs > oldest))
    console.error("packages/*/dist is older than the sources: run `npm run build` to update it\n");
}
