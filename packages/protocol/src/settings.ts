import { z } from "zod";
import { type EventDefinition, permissionModes } from "./events/event-definition.ts";
import { events } from "./events/table.ts";
import { about, flag, text, texts } from "./fields.ts";
import { handlers } from "./handlers/table.ts";
import { profiles } from "./profiles/table.ts";
import { schema } from "./schema.ts";

/** The settings in a file other than its hooks. Loose: other hosts keep more settings in these files. */
const otherSettings = schema(() =>
  z
    .looseObject({
      $schema: text("The JSON Schema of this file, for editors."),
      description: text("A note for people."),
      disableAllHooks: flag("Disables all hooks; managed hooks only if set in managed settings."),
      allowManagedHooksOnly: flag("Runs managed hooks only. Only applies in managed settings."),
      allowedHttpHookUrls: texts(
        "The URLs http hooks may use; * matches any text. Only applies in user and managed settings.",
      ),
      hookEnv: texts(
        "Credential variables that a project's hooks may read. Only applies in user and managed settings.",
      ),
      hookProfile: about(
        "The profile: which host's behaviour to follow. Only applies in user and managed settings.",
        z.enum(Object.keys(profiles)),
      ),
      env: about(
        "Environment variables for the host, its commands and its hooks.",
        z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      ),
      enabledPlugins: about(
        "Plugins by id (name@marketplace). true enables an installed plugin, false disables a plugin; false only applies in user and managed settings.",
        z.record(z.string(), z.boolean()),
      ),
      terminalNotifications: about(
        "How the terminal calls you when a question waits or the agent is idle. auto: a message where the terminal is known to show them, else the bell.",
        z.enum(["auto", "bell", "osc9", "osc777", "off"]),
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
        allow: texts("Rules for calls that run without asking the user, such as Bash(npm test)."),
        ask: texts("Rules for calls that always need the user's approval."),
        deny: texts("Rules for calls that never run."),
        additionalDirectories: texts("Directories outside the project that the agent may use."),
        defaultMode: about("The permission mode sessions start with.", z.enum(permissionModes)),
        disableBypassPermissionsMode: about(
          "No session may be in the mode bypassPermissions; one that is ends.",
          z.literal("disable"),
        ),
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
  description: "Hooks that share a matcher.",
  properties: {
    matcher: {
      type: "string",
      description: "Which values the hooks run for: names separated by |, or a regular expression.",
    },
    sequential: {
      type: "boolean",
      description:
        "Whether the hooks run one after another, each with the input as the previous one changed it.",
    },
    hooks: {
      type: "array",
      description: "The hooks of the group.",
      items: { $ref: "#/$defs/handler" },
    },
  },
  required: ["hooks"],
};

/** A schema without `$schema`, which names its draft. */
function body({ $schema: _, ...schema }: Readonly<Record<string, unknown>>) {
  return schema;
}
