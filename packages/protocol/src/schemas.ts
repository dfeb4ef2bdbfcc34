import { brand } from "./brand.ts";
import { events } from "./events/table.ts";
import { fixtureJsonSchema } from "./fixtures/hook-test.ts";
import { handlers } from "./handlers/table.ts";
import { chaosReport } from "./reports/chaos-report.ts";
import { doctorReport } from "./reports/doctor-report.ts";
import { replayReport } from "./reports/replay-report.ts";
import { explanationReport, hooksReport, lintReport } from "./reports/reports.ts";
import { testReport } from "./reports/test-report.ts";
import { traceReport } from "./reports/trace-record.ts";
import { settingsJsonSchema } from "./settings.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

const schemas: readonly (readonly [string, () => JsonSchema])[] = [
  ["settings", settingsJsonSchema],
  ["hooktest", fixtureJsonSchema],
  ...Object.values(events).flatMap(
    ({ name, input, output }) =>
      [
        [`${name}.input`, () => input.toJsonSchema()],
        [`${name}.output`, () => output.toJsonSchema()],
      ] as const,
  ),
  ...Object.entries(handlers).map(
    ([type, { schema }]) => [`handler.${type}`, () => schema.toJsonSchema()] as const,
  ),
  ["report.explain", () => explanationReport.toJsonSchema()],
  ["report.lint", () => lintReport.toJsonSchema()],
  ["report.hooks", () => hooksReport.toJsonSchema()],
  ["report.test", () => testReport.toJsonSchema()],
  ["report.chaos", () => chaosReport.toJsonSchema()],
  ["report.doctor", () => doctorReport.toJsonSchema()],
  ["report.replay", () => replayReport.toJsonSchema()],
  ["report.trace", () => traceReport.toJsonSchema()],
];

/** Every JSON Schema of the contract by name; created on demand. */
export const jsonSchemas: ReadonlyMap<string, () => JsonSchema> = new Map(
  schemas.map(([name, make]) => [name, () => identified(name, make())]),
);

/** Adds the address under which a schema is published. */
const identified = (name: string, { $schema, ...rest }: JsonSchema): JsonSchema => ({
  $schema,
  $id: `npm:@${brand.command}/protocol/schemas/${name}.json`,
  ...rest,
});
