import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../../../is-inside.ts";
import { realTarget } from "../../../permissions/guard/real-target.ts";
import { pathsOf } from "../../../permissions/guard/shell-directories.ts";
import { anyName, fromEnvironment, listedNames, type ValueContext } from "./value-marks.ts";

/** Where the system shows the variables, memory and files of processes. */
const processes = "/proc";

/** Standard streams, which are links into it. */
const streams = /^\/dev\/(?:stdin|stdout|stderr|fd\/\d+)$/;

/** How many names are looked at for one command line. */
const maxNames = 10_000;

/** Whether a program goes through the folders that it gets, and follows links there. */
export type Walk = "no" | "yes" | "following links";

/** Whether paths lead to files of processes. In doubt, and when there is too much to look at, they do. */
export function createProcessFileCheck({ directories, home }: ValueContext) {
  let left = maxNames;

  const leadsTo = (path: string): boolean =>
    !streams.test(path) &&
    (isInside(processes, join(path)) || isInside(processes, realTarget(path)));

  function namesIn(
    folder: string,
  ): readonly { readonly name: string; readonly isLink: boolean; readonly isFolder: boolean }[] {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      left -= entries.length;
      return entries.map((entry) => ({
        name: entry.name,
        isLink: entry.isSymbolicLink(),
        isFolder: entry.isDirectory(),
      }));
    } catch {
      return [];
    }
  }

  /** Whether a path with wildcards may become such a path: it is expanded as the shell would. */
  function expandsTo(path: string): boolean {
    let found = [path.startsWith("/") ? "/" : "."];
    for (const part of path.split("/").filter((name) => name !== "" && name !== ".")) {
      if (found.some(leadsTo)) return true;
      const isPattern = part.includes(anyName);
      found = found.flatMap((folder) =>
        isPattern
          ? namesIn(folder)
              .filter(({ name }) => hasShape(name, part))
              .map(({ name }) => `${folder}/${name}`)
          : [`${folder}/${part}`],
      );
      if (left < 0) return true;
    }
    return found.some(leadsTo);
  }

  /** Whether a program that goes through a folder gets there, by a link if it follows links. */
  function isReachedBelow(path: string, follows: boolean): boolean {
    const target = realTarget(path);
    if (isInside(target, processes)) return true;
    const open = follows ? [target] : [];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      const entries = namesIn(folder).map((entry) => ({
        ...entry,
        path: join(folder ?? "", entry.name),
      }));
      if (left < 0 || entries.some((entry) => entry.isLink && isReachedByLink(entry.path)))
        return true;
      open.push(...entries.filter(({ isFolder }) => isFolder).map((entry) => entry.path));
    }
    return false;
  }

  const isReachedByLink = (link: string): boolean =>
    leadsTo(link) || isInside(realTarget(link), processes);

  const isReachedFrom = (value: string, path: string, walk: Walk): boolean => {
    if (value.includes(anyName) ? expandsTo(path) : leadsTo(path)) return true;
    if (walk === "no" || value.startsWith(fromEnvironment)) return false;
    const start = value.includes(anyName) ? path.slice(0, path.indexOf(anyName)) : path;
    return isReachedBelow(value.includes(anyName) ? dirname(`${start}x`) : start, walk !== "yes");
  };

  return (value: string, walk: Walk): boolean => {
    if (value === listedNames)
      return directories.some((folder) => isReachedBelow(folder, false) || leadsTo(folder));
    const isOpen = value.includes(fromEnvironment) && value.split("/").includes("..");
    if (isOpen || value.includes(listedNames)) return true;
    const plain = value.replaceAll(fromEnvironment, "");
    const paths = pathsOf(plain, { directories, home, elsewhere: false });
    return paths.some((path) => isReachedFrom(value, path, walk));
  };
}

/** Whether a name fits a part of a path with wildcards. */
function hasShape(name: string, part: string): boolean {
  const pieces = part.split(anyName);
  const [first = "", ...others] = pieces;
  const last = others.pop() ?? "";
  if (!name.startsWith(first) || !name.slice(first.length).endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}
