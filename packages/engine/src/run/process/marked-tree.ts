import { startOf } from "./process-table.ts";
import { type ProcessTree, processTree, type TreeMark } from "./process-tree.ts";

/** What a process needs to find the processes of a run that another one started. */
export interface RunMark extends Omit<TreeMark, "isHeld"> {
  /** When the first process started: with its pid it identifies the process. */
  readonly startedAt: number | undefined;
}

/** The processes of a run that another process started. The mark may change while more becomes known. */
export const markedTree = (mark: RunMark): ProcessTree =>
  processTree(
    Object.assign(mark, {
      isHeld: () =>
        mark.pid !== undefined &&
        mark.startedAt !== undefined &&
        startOf(mark.pid) === mark.startedAt,
    }),
  );
