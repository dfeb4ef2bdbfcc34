/**
 * Calls back with the path of a file that may have been created, changed or removed. Resolves when the watch is
 * set up, with a function that ends it; it does not keep the process running. A path need not exist; of a folder,
 * the files directly in it are watched.
 */
export async function watchFiles(
  paths: readonly string[],
  onEvent: (path: string) => void,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const { watch } = await import("chokidar");
  const watcher = watch([...paths], {
    ignoreInitial: true,
    persistent: false,
    depth: 0,
    ignorePermissionErrors: true,
  });
  const ready = new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  watcher.on("all", (event, path) => {
    if (event === "add" || event === "change" || event === "unlink") onEvent(path);
  });
  watcher.on("error", onError);
  await ready;
  return () => watcher.close();
}
