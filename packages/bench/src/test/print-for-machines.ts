import { relative } from "node:path";
import { inLine, visibleText } from "@snaphook/protocol";
import type { FixtureResult, TestReport, TestResult } from "./test-report.ts";

/** One line of a machine-readable report: a test, or a broken part of a fixture. */
interface Entry {
  readonly name: string;
  readonly file: string;
  readonly failure: string | undefined;
  readonly durationMs: number;
}

const failureOf = ({ passed, mismatches }: TestResult): string | undefined =>
  passed
    ? undefined
    : mismatches
        .map(({ what, expected, found }) => `${what}: expected ${expected}; found ${found}`)
        .join("\n");

const entriesOf = ({ file, tests, problems }: FixtureResult): readonly Entry[] => [
  ...tests.map((test) => ({
    name: test.name,
    file,
    failure: failureOf(test),
    durationMs: test.durationMs,
  })),
  ...problems.map(({ place, message, advice }) => ({
    name: `${place.file === file ? "the fixture" : place.file} is valid at line ${place.line}`,
    file,
    failure: `${place.file}:${place.line}:${place.column}: ${message}; ${advice}`,
    durationMs: 0,
  })),
];

/** The Test Anything Protocol, version 14. */
export function printTap({ fixtures }: TestReport, cwd: string = process.cwd()): string {
  const entries = fixtures.flatMap(entriesOf);
  return [
    "TAP version 14",
    `1..${entries.length}`,
    ...entries.flatMap(({ name, file, failure }, index) => [
      `${failure === undefined ? "ok" : "not ok"} ${index + 1} - ${tapText(`${relative(cwd, file)}: ${name}`)}`,
      ...(failure === undefined
        ? []
        : [
            "  ---",
            "  message: |",
            ...visibleText(failure)
              .split("\n")
              .map((line) => `    ${line}`),
            "  ...",
          ]),
    ]),
  ].join("\n");
}

/** `#` starts a directive such as SKIP, which a test's name must not contain. */
const tapText = (text: string): string =>
  inLine(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#");

/** JUnit's XML, as CI servers read it: a suite for each fixture. */
export function printJunit(
  { fixtures, durationMs }: TestReport,
  cwd: string = process.cwd(),
): string {
  const suites = fixtures.map((fixture) => ({
    name: relative(cwd, fixture.file),
    entries: entriesOf(fixture),
  }));
  const all = suites.flatMap(({ entries }) => entries);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts(all)} time="${seconds(durationMs)}">`,
    ...suites.flatMap(({ name, entries }) => [
      `  <testsuite name="${xml(name)}" ${counts(entries)}>`,
      ...entries.flatMap((entry) => printCase(entry, name)),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ].join("\n");
}

function printCase({ name, failure, durationMs }: Entry, suite: string): readonly string[] {
  const open = `    <testcase classname="${xml(suite)}" name="${xml(name)}" time="${seconds(durationMs)}"`;
  if (failure === undefined) return [`${open}/>`];
  const [first = ""] = failure.split("\n");
  return [
    `${open}>`,
    `      <failure message="${xml(first)}">${xml(failure)}</failure>`,
    "    </testcase>",
  ];
}

const counts = (entries: readonly Entry[]): string =>
  `tests="${entries.length}" failures="${entries.filter(({ failure }) => failure !== undefined).length}"`;

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** Control characters are not allowed in XML, not even escaped; they are made visible. */
const xml = (text: string): string =>
  visibleText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
