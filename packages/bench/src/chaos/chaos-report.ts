import type { ChaosReport } from "@snaphook/protocol";

export type { ChaosReport };

export type HookGrade = ChaosReport["hooks"][number];

/** What happened to the guarded action while a hook was broken. */
export type FaultResult = HookGrade["faults"][number];

export type Grade = HookGrade["grade"];

/** A change that would make a hook fail closed. */
export type Fix = HookGrade["fixes"][number];

/** Pure: the grade that follows from the results. */
export function gradeOf(faults: readonly Pick<FaultResult, "kind" | "result">[]): Grade {
  const tried = faults.filter(({ result }) => result !== "not-tried");
  const open = tried.filter(({ result }) => result === "proceeds");
  if (tried.length === 0) return "not-tried";
  if (open.length === 0) return "fails-closed";
  const failing = tried.filter(({ kind }) => kind === "fails");
  const allOpen = failing.length > 0 && failing.every(({ result }) => result === "proceeds");
  return allOpen ? "fails-open" : "mixed";
}

/** Whether all settings could be read and every guard fails closed. */
export const allClosed = ({ hooks, problems }: ChaosReport): boolean =>
  problems.length === 0 &&
  hooks.every(({ grade }) => grade === "fails-closed" || grade === "guards-nothing");
