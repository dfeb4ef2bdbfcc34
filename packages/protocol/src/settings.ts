import { z } from "zod";
import { eventNames } from "./events/table.ts";
import { handlers } from "./handlers/table.ts";

/** C2: the hooks part of a settings file, as a JSON Schema for editors. */
export function hooksJsonSchema(): Readonly<Record<string, unknown>> {
  const handler = {
    oneOf: Object.values(handlers).map(({ schema }) => body(schema.toJsonSchema())),
  };
  const group = {
    type: "object",
    properties: {
      matcher: { type: "string" },
      sequential: { type: "boolean" },
      hooks: { type: "array", items: { $ref: "#/$defs/handler" } },
    },
    required: ["hooks"],
  };
  const groups = { type: "array", items: { $ref: "#/$defs/group" } };
  return {
    ...z.toJSONSchema(z.object({}), { io: "input" }),
    properties: {
      hooks: {
        type: "object",
        properties: Object.fromEntries(eventNames.map((name) => [name, groups])),
      },
      disableAllHooks: { type: "boolean" },
    },
    $defs: { handler, group },
  };
}

/** A schema without the key that says which draft it is. */
function body({ $schema: _, ...schema }: Readonly<Record<string, unknown>>) {
  return schema;
}
