import { z } from "zod";
import { type EventDefinition, permissionModes } from "./events/event-definition.ts";
import { events } from "./events/table.ts";
import { about, flag, text, texts } from "./fields.ts";
import { handlers } from "./handlers/table.ts";
import { profiles } from "./profiles/table.ts";
import { schema } from "./schema.ts";

/** What a settings file says beside its hooks. Loose: other hosts keep more in these files. */
const otherSettings = schema(() =>
  z
    .looseObject({
      $schema: text("The JSON Schema of this file, for editors."),
      description: text("A note for people."),
      disableAllHooks: flag(
        "Switches all hooks off; managed ones only if managed settings say so.",
      ),
      allowManagedHooksOnly: flag("Leaves all but managed hooks out. Counts in managed settings."),
      allowedHttpHookUrls: texts(
        "The addresses http hooks may use; * stands for any text. Counts in user and managed settings.",
      ),
      hookEnv: texts(
        "Credential variables that hooks of a project may have. Counts in user and managed settings.",
      ),
      hookProfile: about(
        "The host whose behaviour hooks get. Counts in user and managed settings.",
        z.enum(Object.keys(profiles)),
      ),
      env: about(
        "Environment variables of the host, its commands and hooks.",
        z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      ),
      enabledPlugins: about(
        "Plugins by name; false switches one off, in user and managed settings.",
        z.record(z.string(), z.boolean()),
      ),
      permissions: permissions(),
    })
    .partial(),
);

const permissions = () =>
  about(
    "What the agent may do.",
    z
      .looseObject({
        allow: texts("Rules for calls that run without a question, such as Bash(npm test)."),
        ask: texts("Rules for calls that are always asked about."),
        deny: texts("Rules for calls that never run."),
        additionalDirectories: texts("Directories beside the project that the agent may use."),
        defaultMode: about("The permission mode sessions start with.", z.enum(permissionModes)),
      })
      .partial(),
  );

/** C1, C2: a settings file, or the hooks file of a plugin, as a JSON Schema for editors. */
export function settingsJsonSchema(): Readonly<Record<string, unknown>> {
  const { properties, ...rest } = otherSettings.toJsonSchema();
  const handler = {
    description: "What runs.",
    oneOf: Object.values(handlers).map(({ schema }) => body(schema.toJsonSchema())),
  };
  return {
    ...rest,
    properties: {
      ...(properties as object),
      hooks: {
        type: "object",
        description: "Hooks by event.",
        properties: Object.fromEntries(Object.values<EventDefinition>(events).map(groupsOf)),
      },
    },
    $defs: { handler, group },
  };
}

const groupsOf = ({ name, when, matchesOn }: EventDefinition) => {
  const tested = matchesOn === undefined ? "No matcher." : `Matchers test ${matchesOn}.`;
  const description = `Runs when: ${when}. ${tested}`;
  return [name, { type: "array", description, items: { $ref: "#/$defs/group" } }];
};

const group = {
  type: "object",
  description: "Hooks for the same cases.",
  properties: {
    matcher: {
      type: "string",
      description: "For which values the hooks run: names separated by |, or a regular expression.",
    },
    sequential: {
      type: "boolean",
      description:
        "Whether the hooks run one after the other, each with the input the last one left.",
    },
    hooks: {
      type: "array",
      description: "The hooks of the group.",
      items: { $ref: "#/$defs/handler" },
    },
  },
  required: ["hooks"],
};

/** A schema without the key that says which draft it is. */
function body({ $schema: _, ...schema }: Readonly<Record<string, unknown>>) {
  return schema;
}
