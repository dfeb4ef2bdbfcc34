import { relative } from "node:path";
import { inLine, visibleText } from "@snaphook/protocol";
import { printDiagnostics } from "../print.ts";
import type {
  FixtureResult,
  HookCoverage,
  Mismatch,
  TestReport,
  TestResult,
} from "./test-report.ts";

/** The results for a person: what failed and why, what is broken, what no test reached, and the counts. */
export function printTests(report: TestReport, cwd: string = process.cwd()): string {
  const { fixtures, passed, failed, broken, durationMs } = report;
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(broken === 0 ? [] : [`${broken} broken in fixtures or settings`]),
  ].join(", ");
  return [
    ...fixtures.flatMap((fixture) => printFixture(fixture, cwd)),
    ...printCoverage(report),
    fixtures.length === 0
      ? "found no fixtures: their names end in .hooktest.yaml or .hooktest.json"
      : `${counts}, in ${seconds}`,
  ].join("\n");
}

function printFixture({ file, problems, tests }: FixtureResult, cwd: string): readonly string[] {
  const good = tests.filter((test) => test.passed).length;
  const shown = tests.filter((test) => !test.passed || test.differs.length > 0);
  return [
    `${problems.length === 0 && good === tests.length ? "✓" : "✗"} ${inLine(relative(cwd, file) || file)}: ${good} of ${tests.length} passed`,
    ...shown.flatMap(printTest),
    ...printDiagnostics(problems).map((line) => `    ${line}`),
    "",
  ];
}

function printTest({ name, passed, mismatches, differs, place }: TestResult): readonly string[] {
  return [
    `    ${passed ? "✓" : "✗"} ${inLine(name)} (line ${place.line})`,
    ...mismatches.flatMap(printMismatch),
    ...differs.flatMap(({ profile, outcome, mismatches: there }) => [
      `        differs under ${inLine(profile)}: ${inLine(outcome)}`,
      ...there.flatMap(printMismatch).map((line) => `    ${line}`),
    ]),
  ];
}

const printMismatch = ({ what, expected, found }: Mismatch): readonly string[] => [
  `        ${inLine(what)}`,
  `            expected  ${indented(expected)}`,
  `            found     ${indented(found)}`,
];

/** Indented, so that no line of a hook's text can pass for one of our lines. */
const indented = (text: string): string =>
  visibleText(text).replaceAll("\n", `\n${" ".repeat(22)}`);

/** Only what no test reached; one line says that there is no such thing. */
function printCoverage({ coverage }: TestReport): readonly string[] {
  const hooks = coverage.flatMap((project) => project.hooks);
  if (hooks.length === 0) return [];
  const lines = hooks.flatMap(printUnreached);
  const ran = hooks.filter((hook) => hook.ran).length;
  const head = `tests ran ${ran} of ${hooks.length} ${hooks.length === 1 ? "hook" : "hooks"}`;
  return lines.length === 0
    ? [`${head}, with every matcher and reason that was found`, ""]
    : [`${head}; not reached:`, ...lines, ""];
}

function printUnreached({
  label,
  event,
  place,
  ran,
  unreachedMatchers,
  unreachedReasons,
}: HookCoverage): readonly string[] {
  const who = `${event} ${inLine(label)} (${inLine(place)})`;
  if (!ran) return [`    · ${who}: it never ran`];
  return [
    ...unreachedMatchers.map((name) => `    · ${who}: matcher ${inLine(name)}`),
    ...unreachedReasons.map((reason) => `    · ${who}: reason "${inLine(reason)}"`),
  ];
}
