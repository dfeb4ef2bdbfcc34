import { z } from "zod";
import { about, flag, text, texts } from "../fields.ts";
import { type InferReadonly, schema } from "../schema.ts";
import { diagnostics, hook, listedStates, orNull } from "./parts.ts";

const count = (description: string) => about(description, z.number().int().nonnegative());

const milliseconds = (description: string) =>
  about(description, z.number().nonnegative().nullable());

const usedFile = (description: string) =>
  about(
    description,
    z
      .object({
        path: text("The path."),
        exists: flag("Whether it exists."),
      })
      .nullable(),
  );

const programs = () =>
  about(
    "The programs it calls, as far as its command and its scripts show.",
    z.array(
      z.object({
        name: text("The name or path, as written."),
        path: orNull("Where it is; null: it was not found."),
        calledBy: orNull("The script that calls it; null: the command itself."),
        optional: flag("Whether the script tests first that the program exists."),
      }),
    ),
  );

const cost = () =>
  about(
    "How long it takes with a sample of its event, in a copy of the project.",
    z.object({
      coldMs: milliseconds("The median, each time with a new process; null: not measured."),
      prewarmedMs: milliseconds("The median with prewarm; null: not measured."),
      runs: count("How many runs were measured without prewarm."),
      because: orNull("Why something was not measured."),
    }),
  );

const turn = () =>
  about(
    "What the traces say; null: it is not in them.",
    z
      .object({
        runs: count("How often it ran."),
        medianMs: about("The median of its runs.", z.number().nonnegative()),
        share: about(
          "Its part of the time of all turns in which it ran, from 0 to 1.",
          z.number().min(0).max(1),
        ),
      })
      .nullable(),
  );

/** What `doctor --json` prints. */
export const doctorReport = schema(() =>
  z.object({
    project: text("The project's folder."),
    profile: text("The profile."),
    hooks: about(
      "Every configured hook.",
      z.array(
        hook().extend({
          state: about("Whether it can run, or why not.", z.enum(listedStates)),
          because: text("The same in words."),
          root: usedFile("The folder it belongs to; null: it belongs to no project or plugin."),
          shell: usedFile("The shell that runs its command; null: none."),
          programs: programs(),
          cost: cost(),
          turn: turn(),
          lint: diagnostics(),
          problems: texts("What keeps it from working here."),
        }),
      ),
    ),
    sandbox: about(
      "Whether the agent's commands run in a sandbox, in which settings and hook scripts are read-only.",
      z.object({ inForce: flag("Whether they do."), detail: text("How, or why not.") }),
    ),
    diagnostics: diagnostics(),
    traces: about(
      "The traces that were read.",
      z.array(
        z.object({
          file: text("The file."),
          records: count("How many records it has."),
          turns: count("How many turns."),
          problems: texts("Lines that are not records."),
        }),
      ),
    ),
    notes: texts("Further remarks."),
  }),
);

export type DoctorReport = InferReadonly<typeof doctorReport>;
