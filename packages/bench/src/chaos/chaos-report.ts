import type { Diagnostic } from "@snaphook/engine";

/** What happened to the guarded action while a hook was broken. */
export interface FaultResult {
  readonly id: string;
  readonly title: string;
  readonly kind: "fails" | "refuses";
  readonly result: "refused" | "proceeds" | "not-tried";
  /** Why it was not tried, or what the hook's run came to. */
  readonly detail: string;
}

/**
 * `guards-nothing`: nothing proceeds or is refused because of it, so a failure lets nothing through.
 * `never-refused`: it refuses when it fails, but it refused no input while it worked.
 */
export type Grade =
  | "fails-closed"
  | "fails-open"
  | "mixed"
  | "guards-nothing"
  | "never-refused"
  | "not-tried";

/** A change that would make a hook fail closed. */
export interface Fix {
  readonly what: string;
  /** The key of the handler and its new value; missing: only its author can do it. */
  readonly set?: { readonly key: "onFailure" | "command"; readonly value: string };
}

export interface HookGrade {
  readonly id: string;
  readonly label: string;
  readonly event: string;
  /** File, line, and the keys that lead to the hook. */
  readonly place: { readonly file: string; readonly line: number; readonly path: string };
  readonly grade: Grade;
  /** Why it has this grade, if that is not in the results. */
  readonly because: string;
  readonly faults: readonly FaultResult[];
  readonly fixes: readonly Fix[];
}

/** What `chaos --json` prints. */
export interface ChaosReport {
  readonly project: string;
  readonly profile: string;
  readonly hooks: readonly HookGrade[];
  /** Errors in the project's settings: hooks in them do not run, so nothing here is known about them. */
  readonly problems: readonly Diagnostic[];
  /** What was not looked at, and why. */
  readonly notes: readonly string[];
}

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
