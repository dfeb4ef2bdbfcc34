import { join, relative, sep } from "node:path";

interface Folders {
  /** The project. */
  readonly cwd: string;
  readonly home: string;
}

/** A path as the user knows it: `.claude/settings.json`, `~/.claude/settings.json`. */
export function shortPath(file: string, { cwd, home }: Folders): string {
  const inside = (folder: string) => file.startsWith(`${folder}${sep}`);
  if (inside(cwd)) return relative(cwd, file);
  return inside(home) ? join("~", relative(home, file)) : file;
}

/** A command in one line, in which files of the project and of the user's home have short paths. */
export function shortCommand(command: string, { cwd, home }: Folders): string {
  const within = (text: string, folder: string, by: string) =>
    text
      .replaceAll(`"${folder}"${sep}`, () => by)
      .replaceAll(`"${folder}${sep}`, () => `"${by}`)
      .replaceAll(new RegExp(`(?<=^|[\\s=:;|&'(])${escaped(folder + sep)}`, "g"), () => by);
  const [first = "", ...more] = within(within(command, cwd, ""), home, `~${sep}`).split("\n");
  return more.length === 0 ? first : `${first} …`;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
