/** An absolute path without `.`, `..` and repeated slashes; `path` starts from `base`. */
export function resolvePath(base: string, path: string): string {
  const segments: string[] = [];
  for (const segment of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** The way from a directory down to a path, `""` for itself; undefined if it does not lie below. */
export function pathBelow(directory: string, path: string): string | undefined {
  if (directory === path) return "";
  const start = directory === "/" ? "/" : `${directory}/`;
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}
