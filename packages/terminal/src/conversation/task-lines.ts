import { inLine } from "@snaphook/protocol";
import type { ListedTask } from "../state/screen-state.ts";
import { line, type StyledLine } from "../text/styled-line.ts";
import { wrapLine } from "../text/wrap-line.ts";

const maxTasks = 5;

const signs = { pending: "☐", in_progress: "▸", completed: "☑" } as const;

/** The tasks of the agent while one of them is open: those in progress, and what comes next. */
export function taskLines(tasks: readonly ListedTask[], columns: number): readonly StyledLine[] {
  const open = tasks.filter(({ status }) => status !== "completed");
  if (open.length === 0) return [];
  const sorted = [
    ...open.filter(({ status }) => status === "in_progress"),
    ...open.filter(({ status }) => status === "pending"),
  ];
  const rows = sorted.slice(0, maxTasks).map(({ subject, activeForm, status }) => {
    const text = status === "in_progress" ? (activeForm ?? subject) : subject;
    const [row = []] = wrapLine(line(`${signs[status]} ${inLine(text)}`), columns);
    return row;
  });
  const more = sorted.length - rows.length;
  const done = tasks.length - open.length;
  const counts = [
    ...(more > 0 ? [`${more} more`] : []),
    ...(done > 0 ? [`${done} of ${tasks.length} done`] : []),
  ];
  return counts.length === 0 ? rows : [...rows, line(`  ${counts.join(", ")}`, { dim: true })];
}
