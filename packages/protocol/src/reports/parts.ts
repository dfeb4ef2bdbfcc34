import { z } from "zod";
import { about, text } from "../fields.ts";

export const orNull = (description: string) => about(description, z.string().nullable());

/** A place in a file. */
export const place = (description: string) =>
  about(
    description,
    z.object({
      file: text("The file, as an absolute path."),
      line: about("The line, from 1.", z.number().int().positive()),
      column: about("The column, from 1.", z.number().int().positive()),
      path: text("The keys that lead there in the JSON."),
    }),
  );

export const diagnostics = (description = "Errors and warnings about the files.") =>
  about(
    description,
    z.array(
      z.object({
        code: text("The kind of problem, such as unknown-event."),
        level: about("An error means that something does not work.", z.enum(["error", "warning"])),
        place: place("Where it is."),
        message: text("What is wrong."),
        advice: text("What to do about it."),
      }),
    ),
  );

export const files = () =>
  about(
    "Every file that was looked for.",
    z.array(
      z.object({
        file: text("The file, as an absolute path."),
        scope: text("Whose file it is: managed, user, project, local …"),
        state: about(
          "Whether it was loaded, or why not.",
          z.enum(["loaded", "absent", "unreadable", "invalid", "kept", "same-file"]),
        ),
        detail: text("Why, in words.").optional(),
        hooks: about("How many hooks it has.", z.number().int().nonnegative()),
      }),
    ),
  );

export const guards = () =>
  text("How settings and hook scripts are protected from the commands of the agent, in words.");

export const inactive = () =>
  about(
    "Everything that is configured and has no effect here.",
    z.array(
      z.object({
        kind: about(
          "Why it has no effect.",
          z.enum([
            "untrusted",
            "changed",
            "unreadable",
            "gone",
            "turned-off",
            "disabled",
            "not-loaded",
            "not-fired",
            "cannot-run",
            "invalid",
            "unknown-tool",
            "setting",
            "plugin",
            "parent",
          ]),
        ),
        what: text("A hook, a rule, a setting or a file, with a name for people."),
        id: orNull("The id of the hook; null: it is not a hook."),
        file: text("The file it comes from."),
        line: about("The line, from 1; null: the whole file.", z.number().int().nullable()),
        because: text("Why, in words."),
        refuses: about("Whether it refuses what it guards until it is reviewed.", z.boolean()),
      }),
    ),
  );

export const hook = () =>
  z.object({
    id: orNull("The id of the hook; null: the entry is not a valid hook."),
    label: text("A name to show to people."),
    event: text("Its event."),
    scope: text("Whose hook it is: managed, user, project, local …"),
    owner: orNull("The plugin, skill or agent it belongs to."),
    type: orNull("Its handler type."),
    matcher: orNull("Its matcher."),
    if: orNull("Its condition."),
    source: place("Where it is configured."),
  });

/** Every state `hooks` can give a hook. */
export const listedStates = [
  "ready",
  "disabled",
  "managed-only",
  "untrusted",
  "changed",
  "never",
  "not-fired",
  "invalid",
] as const;
