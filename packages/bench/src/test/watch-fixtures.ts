import { type FSWatcher, watch } from "node:fs";
import { dirname, join } from "node:path";
import { findFixtures, projectOf } from "./find-fixtures.ts";
import type { TestOptions } from "./test-hooks.ts";

/** An editor writes a file in several steps. */
const settleMs = 100;

/**
 * Calls `again` after each change of a fixture, or of something in the `.claude` folder of its project. Runs until
 * the process is interrupted.
 */
export async function watchFixtures(
  { cwd, paths = ["."] }: Pick<TestOptions, "cwd" | "paths">,
  again: () => Promise<void>,
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
      running = running.then(again);
    }, settleMs);
  };
  const watchers: FSWatcher[] = [...folders].map((folder) =>
    watch(folder, { recursive: true }, changed),
  );
  await new Promise<void>((resolve) => process.once("SIGINT", () => resolve()));
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  await running;
}
