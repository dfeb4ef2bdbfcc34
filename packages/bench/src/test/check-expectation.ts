import { isDeepStrictEqual } from "node:util";
import type { Message } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import type { HookExpectation, TraceRecord } from "@snaphook/protocol";
import type { RunReport } from "../run/run-report.ts";
import type { GuardExpectation } from "./plan-tests.ts";
import type { Mismatch } from "./test-report.ts";

/** What a test saw. */
export interface Observed {
  readonly report: RunReport;
  readonly notMatched: TraceRecord["notMatched"];
  readonly changed: readonly string[];
  /** Content of the files that the test asks about; null: there is no such file. */
  readonly files: ReadonlyMap<string, string | null>;
}

type Check = (expected: never, observed: Observed) => readonly Mismatch[];

/** Compares what a test saw with what it expects. Pure. */
export function checkExpectation(expect: HookExpectation, observed: Observed): readonly Mismatch[] {
  return Object.entries(expect).flatMap(([key, value]) =>
    value === undefined ? [] : checks[key as keyof HookExpectation](value as never, observed),
  );
}

/** What a line of a guard's table must come to. */
export function checkGuard(guard: GuardExpectation, { report }: Observed): readonly Mismatch[] {
  const { action } = report.outcome;
  const isRefused = action === "refuse" || action === "deny" || action === "stop";
  if (guard === "refused")
    return isRefused
      ? []
      : [{ what: "outcome", expected: "refused", found: describeOutcome(report) }];
  const proceeds =
    action === "proceed" || action === "allow" || action === "continue" || action === "finish";
  return proceeds
    ? []
    : [{ what: "outcome", expected: "not refused", found: describeOutcome(report) }];
}

function describeOutcome({ outcome, ran }: RunReport): string {
  const reasons = "reasons" in outcome ? outcome.reasons.filter(Boolean) : [];
  const why = reasons.length > 0 ? `: ${reasons.join("; ")}` : "";
  return `${outcome.action}${why}${ran.length === 0 ? " (no hook ran; hooks in your own settings are not part of a test)" : ""}`;
}

const same = (what: string, expected: unknown, found: unknown): readonly Mismatch[] =>
  isDeepStrictEqual(expected, found)
    ? []
    : [{ what, expected: shown(expected), found: shown(found) }];

const shown = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");

const list = (value: string | readonly string[]): readonly string[] => [value].flat();

/** Each text must be in the whole; an empty list means that there is nothing at all. */
function contains(
  what: string,
  expected: string | readonly string[],
  whole: readonly string[],
): readonly Mismatch[] {
  const found = whole.join("\n");
  if (Array.isArray(expected) && expected.length === 0)
    return found === "" ? [] : [{ what, expected: "nothing", found }];
  return list(expected)
    .filter((text) => !found.includes(text))
    .map((text) => ({
      what,
      expected: `a text with ${JSON.stringify(text)}`,
      found: found || "nothing",
    }));
}

/** Fields of an object that differ; fields that are not expected may be there. */
function subset(what: string, expected: unknown, found: unknown): readonly Mismatch[] {
  if (!isObject(expected) || !isObject(found)) return same(what, expected, found);
  return Object.entries(expected).flatMap(([key, value]) =>
    subset(`${what}.${key}`, value, found[key]),
  );
}

const textsOf = (messages: readonly Message[]): readonly string[] =>
  messages.map(({ text }) => text);

interface Named {
  readonly label: string;
}

/** A hook is named by a part of its command; its id is another one in a copy of the project. */
export const isNamed = ({ label }: Named, name: string): boolean => label.includes(name);

const labels = (hooks: readonly Named[]): string =>
  hooks.map(({ label }) => label).join(", ") || "none";

function checkRan(expected: readonly string[], { report: { ran } }: Observed): readonly Mismatch[] {
  if (expected.length === 0)
    return ran.length === 0 ? [] : [{ what: "ran", expected: "none", found: labels(ran) }];
  return expected
    .filter((name) => !ran.some((hook) => isNamed(hook, name)))
    .map((name) => ({ what: "ran", expected: name, found: labels(ran) }));
}

function checkNotRan(
  expected: Readonly<Record<string, string | true>>,
  { report, notMatched }: Observed,
): readonly Mismatch[] {
  const others = [...report.held, ...notMatched];
  return Object.entries(expected).flatMap(([name, why]) => {
    const what = `notRan.${name}`;
    if (report.ran.some((hook) => isNamed(hook, name)))
      return [{ what, expected: "it does not run", found: "it ran" }];
    const hook = others.find((one) => isNamed(one, name));
    if (hook === undefined)
      return [
        {
          what,
          expected: `a hook named ${name}`,
          found: `no hook of ${report.event} has this name: ${labels([...report.ran, ...others])}`,
        },
      ];
    const reason = `${hook.reason}: ${hook.because}`;
    return why === true || reason.includes(why) ? [] : [{ what, expected: why, found: reason }];
  });
}

function checkExit(
  expected: number | Readonly<Record<string, number>>,
  { report: { ran } }: Observed,
): readonly Mismatch[] {
  const codeOf = ({ end }: (typeof ran)[number]) =>
    "code" in end && end.code !== undefined ? end.code : end.how;
  if (typeof expected === "number") {
    const [only, ...others] = ran;
    if (only && others.length === 0) return same("exit", expected, codeOf(only));
    return [{ what: "exit", expected: "one hook runs", found: labels(ran) }];
  }
  return Object.entries(expected).flatMap(([name, code]) => {
    const hook = ran.find((one) => isNamed(one, name));
    if (hook) return same(`exit.${name}`, code, codeOf(hook));
    return [{ what: `exit.${name}`, expected: "the hook runs", found: labels(ran) }];
  });
}

const reasonsOf = ({ outcome }: RunReport): readonly string[] => [
  ...("reasons" in outcome ? outcome.reasons : []),
  ...("reason" in outcome ? [outcome.reason] : []),
];

const checks: { readonly [Key in keyof Required<HookExpectation>]: Check } = {
  outcome: (expected: string, { report }) =>
    report.outcome.action === expected
      ? []
      : [{ what: "outcome", expected, found: describeOutcome(report) }],
  permission: (expected: string, { report: { outcome } }) =>
    same("permission", expected, "permission" in outcome ? outcome.permission : undefined),
  reason: (expected: string | readonly string[], { report }) =>
    contains("reason", expected, reasonsOf(report)),
  input: (expected: object, { report: { outcome } }) =>
    subset("input", expected, "input" in outcome ? outcome.input : undefined),
  fields: (expected: object, { report: { outcome } }) => subset("fields", expected, outcome.fields),
  model: (expected: string | readonly string[], { report }) =>
    contains("model", expected, textsOf(report.model)),
  user: (expected: string | readonly string[], { report }) =>
    contains("user", expected, textsOf(report.user)),
  ran: checkRan,
  notRan: checkNotRan,
  exit: checkExit,
  withinMs: (expected: number, { report: { durationMs } }) =>
    durationMs <= expected
      ? []
      : [
          {
            what: "withinMs",
            expected: `at most ${expected} ms`,
            found: `${durationMs.toFixed(0)} ms`,
          },
        ],
  files: (expected: Readonly<Record<string, string | null>>, { files }) =>
    Object.entries(expected).flatMap(([path, text]) => {
      const found = files.get(path) ?? null;
      if (text === null || found === null) return same(`files.${path}`, text, found);
      return contains(`files.${path}`, text, [found]);
    }),
  changed: (expected: readonly string[], { changed }) =>
    same("changed", expected.toSorted(), changed),
};
