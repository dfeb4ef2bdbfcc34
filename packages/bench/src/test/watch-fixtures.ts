import { type FSWatcher, watch } from "node:fs";
import { dirname, join } from "node:path";
import { findFixtures, projectOf } from "./find-fixtures.ts";
import type { TestOptions } from "./test-hooks.ts";

/** An editor writes a file in several steps. */
const settleMs = 100;

/**
 * Calls `run` now, and after each change of a fixture, or of something in the `.claude` folder of its project. Ends
 * when the process is interrupted.
 */
export async function watchFixtures(
  { cwd, paths = ["."] }: Pick<TestOptions, "cwd" | "paths">,
  run: () => Promise<void>,
): Promise<void> {
  const fixtures = findFixtures(paths, cwd);
  const folders = new Set(
    fixtures.flatMap((file) => [dirname(file), join(projectOf(file, cwd), ".claude")]),
  );
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const changed = (_: string, name: string | null) => {
    // Our own snapshots are written by the run itself.
    if (name?.endsWith(".snap.json")) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(run);
    }, settleMs);
  };
  const watchers: FSWatcher[] = [...folders].map((folder) =>
    watch(folder, { recursive: true }, changed),
  );
  // Watched first, so that no change during the run is missed.
  running = running.then(run);
  await new Promise<void>((resolve) => process.once("SIGINT", () => resolve()));
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  await running;
}
