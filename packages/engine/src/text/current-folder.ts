/** The folder in which the user is; undefined if it was removed. */
export function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
