import { events } from "./events/table.ts";
import { handlers } from "./handlers/table.ts";
import { explanationReport, hooksReport, lintReport } from "./reports/reports.ts";
import { traceReport } from "./reports/trace-record.ts";
import { hooksJsonSchema } from "./settings.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Every JSON Schema of the contract by name; made when asked for. */
export const jsonSchemas: ReadonlyMap<string, () => JsonSchema> = new Map([
  ["settings", hooksJsonSchema],
  ...Object.values(events).flatMap(
    ({ name, input, output }): (readonly [string, () => JsonSchema])[] => [
      [`${name}.input`, () => input.toJsonSchema()],
      [`${name}.output`, () => output.toJsonSchema()],
    ],
  ),
  ...Object.entries(handlers).map(
    ([type, { schema }]) => [`handler.${type}`, () => schema.toJsonSchema()] as const,
  ),
  ["report.explain", () => explanationReport.toJsonSchema()],
  ["report.lint", () => lintReport.toJsonSchema()],
  ["report.hooks", () => hooksReport.toJsonSchema()],
  ["report.trace", () => traceReport.toJsonSchema()],
]);
