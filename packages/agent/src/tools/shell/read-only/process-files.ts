import { dirname, join } from "node:path";
import { realTarget } from "@snaphook/engine/internal";
import { isInside } from "../../../is-inside.ts";
import { pathsOf } from "../../../permissions/guard/shell-directories.ts";
import { createNameReader, expandNames } from "./expand-names.ts";
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
  const reader = createNameReader(maxNames);

  const leadsTo = (path: string): boolean =>
    !streams.test(path) &&
    (isInside(processes, join(path)) || isInside(processes, realTarget(path)));

  /** Whether a path with wildcards may become such a path: it is expanded as the shell would. */
  const expandsTo = (path: string): boolean =>
    expandNames(path, reader, leadsTo).some(leadsTo) || reader.isExhausted();

  /** Whether a program that goes through a folder gets there, by a link if it follows links. */
  function isReachedBelow(path: string, follows: boolean): boolean {
    const target = realTarget(path);
    if (isInside(target, processes)) return true;
    const open = follows ? [target] : [];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      const entries = reader.namesIn(folder).map((entry) => ({
        ...entry,
        path: join(folder ?? "", entry.name),
      }));
      if (
        reader.isExhausted() ||
        entries.some((entry) => entry.isLink && isReachedByLink(entry.path))
      )
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
