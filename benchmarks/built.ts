import { globSync, statSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Ends with a hint when there is nothing to measure, and says when it is not what the sources say. */
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
    console.error("packages/*/dist is older than the sources: `npm run build` makes it new\n");
}
