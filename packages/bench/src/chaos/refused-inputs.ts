import type { ConfiguredHook } from "@snaphook/engine";
import { type EventDefinition, type EventName, events } from "@snaphook/protocol";
import { findFixtures, projectOf } from "../test/find-fixtures.ts";
import { type PlannedTest, planTests } from "../test/plan-tests.ts";
import { readFixture } from "../test/read-fixture.ts";
import { testInput } from "../test/test-input.ts";

/** An event to try a hook with. */
export interface TriedInput {
  readonly event: EventName;
  inFolder(cwd: string): Readonly<Record<string, unknown>>;
  /** Files that the project needs for it. */
  readonly files: Readonly<Record<string, string>>;
}

const isRefusal = ({ guard, expect }: PlannedTest): boolean =>
  guard === "refused" || expect.outcome === "refuse" || expect.outcome === "deny";

/** The inputs that the fixtures of a project expect to be refused. */
export async function refusedInputs(project: string): Promise<readonly TriedInput[]> {
  const found: TriedInput[] = [];
  for (const file of findFixtures(["."], project)) {
    if (projectOf(file, project) !== project) continue;
    const fixture = await readFixture(file);
    if (fixture.head.settings !== undefined || fixture.head.project !== undefined) continue;
    // Disguises show what a guard misses; here only what it surely refuses is of use.
    const plain = planTests({
      ...fixture,
      guards: fixture.guards.map((table) => ({
        ...table,
        value: { ...table.value, disguises: false, lookAlikes: false },
      })),
    });
    found.push(...plain.tests.filter(isRefusal));
  }
  return found;
}

/** A sample that a hook may be selected for: the first tool or value of its matcher. */
export function sampleFor({ event, matcher }: ConfiguredHook): TriedInput | undefined {
  const { isAboutTool, matchesOn, knownValues }: EventDefinition = events[event];
  const value = matcher.names[0] ?? knownValues.find((known) => matcher.test(known) === "matches");
  const sample = isAboutTool && value !== undefined ? `${event}/${value}` : event;
  const given =
    !isAboutTool && matchesOn !== undefined && value !== undefined ? { [matchesOn]: value } : {};
  const input = testInput(sample, given);
  return input.ok ? { ...input, files: {} } : undefined;
}
