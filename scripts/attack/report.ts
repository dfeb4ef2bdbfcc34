import type { Group } from "./group.ts";
import type { Played } from "./play.ts";
import { harmOf, type Verdict, verdictOf } from "./verdict.ts";

/** A try with its verdict. */
export interface Judged extends Played {
  readonly group: Group;
  readonly mode: string;
  readonly verdict: Verdict;
  readonly harm: string | undefined;
}

export const judge = (played: Played, group: Group, mode: string): Judged => ({
  ...played,
  group,
  mode,
  verdict: verdictOf(played.seen, group, played.one),
  harm: harmOf(played.seen, group, played.one),
});

interface SummaryOptions {
  readonly show: boolean;
  readonly isControl: boolean;
}

/** Counts for every group, and what makes the run fail. */
export function summary(all: readonly Judged[], { show, isControl }: SummaryOptions) {
  const groups = Map.groupBy(all, ({ group, mode }) => `${group.name} (${mode})`);
  const lines = [...groups]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, ones]) => [name, ...counts(ones)]);
  const total = ["all", ...counts(all)];
  const table = [
    ["", "held", "asked", "reported", "open", "not promised", "through"],
    ...lines,
    total,
  ];
  const text = table
    .map(
      ([name = "", ...cells]) => name.padEnd(44) + cells.map((cell) => cell.padStart(13)).join(""),
    )
    .join("\n");
  const details = show ? all.map(describe).join("\n") : "";
  return {
    text: `${details}\n${text}`,
    problems: isControl
      ? all.flatMap(controlProblems)
      : [...all.filter((one) => kindOf(one) === "through").map(describe), ...staleMarks(all)],
  };
}

const kindOf = ({ verdict, one }: Judged): string => {
  if (verdict !== "through") return verdict;
  if (one.open !== undefined) return "open";
  return one.notPromised === undefined ? "through" : "not promised";
};

const counts = (all: readonly Judged[]): readonly string[] =>
  ["held", "asked", "reported", "open", "not promised", "through"].map((kind) =>
    String(all.filter((one) => kindOf(one) === kind).length),
  );

const describe = (judged: Judged): string => {
  const { group, mode, one, harm, seen } = judged;
  const why = harm ?? (seen.isError ? seen.result : `ran: ${seen.result}`);
  return `${kindOf(judged)}\t${group.name}/${mode}\t${JSON.stringify(one.name)}\t${JSON.stringify(why.slice(0, 200))}`;
};

/** A mark must go as soon as a try is stopped in every mode. */
const staleMarks = (all: readonly Judged[]): readonly string[] =>
  [...Map.groupBy(all, ({ group, one }) => `${group.name} ${one.name}`).values()]
    .filter((ones) => ones[0]?.one.open !== undefined || ones[0]?.one.notPromised !== undefined)
    .filter((ones) => ones.every(({ verdict }) => verdict !== "through"))
    .flatMap(([one]) =>
      one ? [`no longer goes through, so remove its mark: ${describe(one)}`] : [],
    );

/** A try that does no harm when nothing stops it proves nothing. */
const controlProblems = (judged: Judged): readonly string[] =>
  judged.harm === undefined && judged.one.noControl === undefined && judged.group.control
    ? [`does no harm without guards: ${describe(judged)}`]
    : [];
