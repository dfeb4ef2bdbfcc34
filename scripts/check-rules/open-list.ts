import { parse } from "yaml";
import type { ContractPage } from "./contract-page.ts";

/** A part of the contract that is not built yet. */
type OpenEntry = {
  /** `nothing`: no test of the package names the rule, no question in code is the row's. */
  readonly built: "nothing" | "part";
  /** One sentence: what is missing. */
  readonly missing: string;
} & (
  | { readonly rule: string; readonly package: string }
  | { readonly row: string }
  | { readonly event: string }
);

export interface OpenList {
  readonly limit: number;
  readonly open: readonly OpenEntry[];
}

const shape = "rule and package, row, or event; built: nothing or part; missing: one sentence";

/** Throws if the text is not such a list: an unreadable list would excuse everything or nothing. */
export function readOpenList(text: string): OpenList {
  const { limit, open } = Object(parse(text)) as {
    readonly limit?: unknown;
    readonly open?: unknown;
  };
  if (typeof limit !== "number" || !Array.isArray(open))
    throw new Error("docs/contract-open.yaml needs a number `limit` and a list `open`");
  const bad = open.find((entry) => !isEntry(Object(entry)));
  if (bad !== undefined)
    throw new Error(
      `docs/contract-open.yaml: ${JSON.stringify(bad)} is not an entry; write ${shape}`,
    );
  return { limit, open };
}

function isEntry({ rule, row, event, built, missing, ...rest }: Readonly<Record<string, unknown>>) {
  const subjects = [rule, row, event].filter((one) => typeof one === "string");
  const hasPackage = typeof rest["package"] === "string";
  const isSentence = typeof missing === "string" && missing.trim() !== "";
  return (
    subjects.length === 1 &&
    hasPackage === (rule !== undefined) &&
    (built === "nothing" || built === "part") &&
    isSentence
  );
}

/** What is built, as far as the sources show. */
export interface Built {
  /** A test of the package names the rule. */
  isNamed(rule: string, name: string): boolean;
  /** The agent's sources name the event. */
  isFired(event: string): boolean;
}

/** What is wrong with the list: unknown rules, entries that are done, more or fewer entries than its limit. */
export function problemsOfOpenList(
  { limit, open }: OpenList,
  page: ContractPage,
  built: Built,
): readonly string[] {
  const problems = open.flatMap((entry) => problemOf(entry, page, built) ?? []);
  if (open.length !== limit)
    problems.push(
      `${open.length} entries, but the limit is ${limit}: the list may only shrink, and the limit with it`,
    );
  return problems.map((problem) => `docs/contract-open.yaml: ${problem}`);
}

function problemOf(entry: OpenEntry, page: ContractPage, built: Built): string | undefined {
  if ("event" in entry) {
    if (!page.extendedEvents.includes(entry.event))
      return `${entry.event} is not one of the extended events`;
    return claimProblem(entry, entry.event, built.isFired(entry.event), "the agent fires it");
  }
  if ("row" in entry) {
    const row = page.profileRows.find((one) => one.row === entry.row);
    if (!row) return `the profile table has no row "${entry.row}"`;
    const isNamed = row.questions.length > 0;
    return claimProblem(entry, `row "${entry.row}"`, isNamed, "the row names a question in code");
  }
  const rule = page.rules.get(entry.rule);
  if (!rule) return `there is no rule ${entry.rule}`;
  const about = `${entry.rule} in ${entry.package}`;
  if (!rule.packages.includes(entry.package))
    return `${about}: the contract does not say that ${entry.package} answers for it`;
  const isNamed = built.isNamed(entry.rule, entry.package);
  return claimProblem(entry, about, isNamed, "a test names it");
}

/** What an entry claims to be built has to agree with what is. */
function claimProblem(
  { built }: OpenEntry,
  about: string,
  isBuilt: boolean,
  fact: string,
): string | undefined {
  if (isBuilt === (built === "part")) return undefined;
  return isBuilt
    ? `${about}: built: nothing, but ${fact}; remove the entry, or say what is still missing with built: part`
    : `${about}: built: part, but it is not true that ${fact}; write built: nothing`;
}
