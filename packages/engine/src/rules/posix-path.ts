/** An absolute path without `.`, `..` and repeated slashes; `path` starts from `base`. */
export function resolvePath(base: string, path: string): string {
  const segments: string[] = [];
  for (const segment of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** The relative path from a directory to a path inside it, `""` for itself; undefined if it is not inside. */
export function pathBelow(directory: string, path: string): string | undefined {
  if (directory === path) return "";
  const start = directory === "/" ? "/" : `${directory}/`;
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}
