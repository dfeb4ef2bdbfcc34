import { resolve } from "node:path";

interface Place {
  readonly cwd: string;
  readonly home: string;
}

/** The path as it is from everywhere: `~` is the home, what is relative counts from the cwd. */
export function absolutePath(path: string, { cwd, home }: Place): string {
  if (path === "~") return home;
  return resolve(cwd, path.startsWith("~/") ? `${home}${path.slice(1)}` : path);
}
