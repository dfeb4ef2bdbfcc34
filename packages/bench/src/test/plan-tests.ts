import type { Diagnostic } from "@snaphook/engine";
import { disguiseKinds, disguises, lookAlikeKinds, lookAlikes } from "@snaphook/kit";
import type { EventName, GuardTable, HookExpectation } from "@snaphook/protocol";
import type { Fixture, Placed } from "./read-fixture.ts";
import { testInput } from "./test-input.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What must come of a line of a table. */
export type GuardExpectation = "refused" | "not-refused";

/** One dispatch to run and check. */
export interface PlannedTest {
  readonly name: string;
  readonly place: Diagnostic["place"];
  readonly event: EventName;
  inFolder(cwd: string): Fields;
  readonly files: Readonly<Record<string, string>>;
  /** What the model answers prompt and agent hooks. */
  readonly answers: readonly unknown[];
  readonly expect: HookExpectation;
  readonly guard: GuardExpectation | undefined;
  readonly snapshot: boolean;
  /** Tests of the same group share a copy of the project: the lines of a table. */
  readonly group: string;
}

export interface TestPlan {
  readonly tests: readonly PlannedTest[];
  readonly problems: readonly Diagnostic[];
}

/** Every test of a fixture, with the lines of its tables and what is generated from them. */
export function planTests(fixture: Fixture): TestPlan {
  const tests: PlannedTest[] = [];
  const problems: Diagnostic[] = [];
  for (const { value, place } of fixture.tests) {
    const input = testInput(value.sample, value.input);
    if (!input.ok) problems.push(badInput(place, input.message, input.advice));
    else
      tests.push({
        name: value.name,
        place,
        event: input.event,
        inFolder: input.inFolder,
        files: value.files ?? {},
        answers: value.answers ?? [],
        expect: value.expect ?? {},
        guard: undefined,
        snapshot: value.snapshot ?? false,
        group: `test ${tests.length}`,
      });
  }
  for (const [index, table] of fixture.guards.entries()) planTable(table, index, tests, problems);
  return { tests, problems };
}

interface Line {
  readonly value: string;
  readonly guard: GuardExpectation;
  /** `refuse`, or how it was generated from another line. */
  readonly label: string;
  /** The line of the table it comes from. */
  readonly path: readonly [list: "refuse" | "allow", index: number];
}

function planTable(
  { value: table, place, inside }: Placed<GuardTable>,
  index: number,
  tests: PlannedTest[],
  problems: Diagnostic[],
): void {
  const { sample = "PreToolUse/Bash", name } = table;
  const lines = linesOf(table, sample);
  if ("unknown" in lines) {
    const { key, unknown, known } = lines;
    const message = `${key} has no kind ${JSON.stringify(unknown)}`;
    problems.push(badInput(inside([key]), message, `its kinds are ${known.join(", ")}`));
    return;
  }
  if (lines.length === 0)
    problems.push(badInput(place, "the table has no lines", "add refuse, allow or both"));
  for (const { value, guard, label, path } of lines) {
    const given = inputFor(sample, table.field, value);
    const input = given && testInput(sample, given);
    if (input === undefined || !input.ok) {
      const message =
        input?.message ?? `no field of ${sample} is known that a line could be the value of`;
      problems.push(badInput(place, message, input?.advice ?? "name it with field"));
      return;
    }
    tests.push({
      name: `${name === undefined ? "" : `${name}: `}${label}: ${value}`,
      place: inside(path),
      event: input.event,
      inFolder: input.inFolder,
      files: {},
      answers: [],
      expect: guard === "refused" && table.reason !== undefined ? { reason: table.reason } : {},
      guard,
      snapshot: false,
      group: `table ${index}`,
    });
  }
}

/** A kind that a key of a table does not have. */
interface UnknownKind {
  readonly key: "lookAlikes" | "disguises";
  readonly unknown: string;
  readonly known: readonly string[];
}

/** The lines of a table and what is generated from them, or a kind that is unknown. */
function linesOf(table: GuardTable, sample: string): readonly Line[] | UnknownKind {
  const { refuse = [], allow = [] } = table;
  const isShell = /\/Bash$/.test(sample);
  const { lookAlikes: alikes = isShell, disguises: spelt = isShell } = table;
  for (const [key, chosen, known] of [
    ["lookAlikes", alikes, lookAlikeKinds],
    ["disguises", spelt, disguiseKinds],
  ] as const) {
    const unknown = Array.isArray(chosen)
      ? chosen.find((kind) => !known.includes(kind))
      : undefined;
    if (unknown !== undefined) return { key, unknown, known };
  }
  const wanted = (chosen: boolean | readonly string[], kind: string) =>
    typeof chosen === "boolean" ? chosen : chosen.includes(kind);
  return [
    ...refuse.flatMap((value, index): readonly Line[] => [
      { value, guard: "refused", label: "refuse", path: ["refuse", index] },
      ...disguises(value)
        .filter(({ kind }) => wanted(spelt, kind))
        .map(({ kind, command }) => ({
          value: command,
          guard: "refused" as const,
          label: `refuse (${kind})`,
          path: ["refuse", index] as const,
        })),
      ...lookAlikes(value)
        .filter(({ kind }) => wanted(alikes, kind))
        .map(({ kind, command }) => ({
          value: command,
          guard: "not-refused" as const,
          label: `allow (${kind})`,
          path: ["refuse", index] as const,
        })),
    ]),
    ...allow.map(
      (value, index): Line => ({
        value,
        guard: "not-refused",
        label: "allow",
        path: ["allow", index],
      }),
    ),
  ];
}

/** Fields that guards look at, in the order in which they are looked for. */
const usualFields = ["command", "file_path", "notebook_path", "url", "prompt"];

/** The input in which a field has the value; undefined if the sample has no such field. */
function inputFor(sample: string, field: string | undefined, value: string): Fields | undefined {
  const input = testInput(sample);
  if (!input.ok) return {};
  const base = input.inFolder("/project");
  const ofTool = (base["tool_input"] ?? {}) as Fields;
  const isBelow = (name: string) => name in ofTool;
  const found = field ?? usualFields.find((name) => isBelow(name) || name in base);
  if (found === undefined) return undefined;
  if (input.tool !== undefined && !(found in base)) return { tool_input: { [found]: value } };
  return { [found]: value };
}

const badInput = (place: Diagnostic["place"], message: string, advice: string): Diagnostic => ({
  code: "bad-fixture",
  level: "error",
  place,
  message,
  advice,
});
