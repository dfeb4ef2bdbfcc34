import { basename } from "node:path";
import { readProcFile } from "./proc-file.ts";
import { folderOf, type ProcessFacts } from "./process-table.ts";

/** What adopts a process whose parent is gone, if it is not process 1. */
const adopters = ["systemd"];
/** Every program that a user or a service starts has one of these; `env -i` removes them. */
const usualVariables = /(?:^|\0)(?:HOME|PATH|USER|LANG)=/;

/**
 * Whether a process, started while a run was going on, was detached from everything that shows where it comes from,
 * as by `(env -i setsid command >/dev/null 2>&1 &)`: it has a session of its own, no parent and a cleared environment,
 * and works in the run's folder or below. All of that together hardly happens by chance.
 */
export function isClearedProcess({ pid, parent, session }: ProcessFacts, cwd: string): boolean {
  if (cwd === "/" || session !== pid) return false;
  if (parent !== 1 && !adopters.includes(nameOf(parent))) return false;
  if (usualVariables.test(readProcFile(`/proc/${pid}/environ`))) return false;
  return `${folderOf(pid) ?? ""}/`.startsWith(`${cwd}/`);
}

const nameOf = (pid: number): string => basename(readProcFile(`/proc/${pid}/comm`).trim());
