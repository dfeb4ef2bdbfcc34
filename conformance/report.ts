import { familyOf } from "./case.ts";
import type { Level } from "./differences.ts";
import type { CaseResult } from "./run-case.ts";

/** A run of many cases in numbers. */
export interface Report {
  readonly total: number;
  readonly passed: number;
  /** Families in which a case failed, as `passed/all`. */
  readonly families: Readonly<Record<string, string>>;
  /** How many cases have a difference of each level. */
  readonly levels: Readonly<Partial<Record<Level, number>>>;
  readonly failed: readonly CaseResult[];
}

export const hasPassed = ({ differences }: CaseResult): boolean => differences.length === 0;

export function reportOf(results: readonly CaseResult[]): Report {
  const failed = results.filter((result) => !hasPassed(result));
  const families: Record<string, string> = {};
  for (const [family, members] of Map.groupBy(results, ({ name }) => familyOf(name))) {
    const passed = members.filter(hasPassed).length;
    if (passed < members.length) families[family] = `${passed}/${members.length}`;
  }
  const levels: Partial<Record<Level, number>> = {};
  for (const { differences } of failed)
    for (const level of new Set(differences.map((difference) => difference.level)))
      levels[level] = (levels[level] ?? 0) + 1;
  return {
    total: results.length,
    passed: results.length - failed.length,
    families,
    levels,
    failed,
  };
}

/** One case for people: ok, or what is different. */
export function describe(result: CaseResult): string {
  const { name, differences, stderr, folder } = result;
  const kept = folder === undefined ? [] : [`kept: ${folder}`];
  const said = stderr.trim() === "" ? [] : [`stderr: ${stderr.trim().slice(0, 600)}`];
  const lines = [...differences.map(({ level, text }) => `${level}: ${text}`), ...said];
  return [
    `${hasPassed(result) ? "ok  " : "FAIL"} ${name}`,
    ...(hasPassed(result) ? kept : [...lines, ...kept]).map((line) => `       ${line}`),
  ].join("\n");
}
