import { z } from "zod";
import { about, flag, text, texts } from "../fields.ts";
import { type InferReadonly, schema } from "../schema.ts";
import { diagnostics } from "./parts.ts";

const faultResult = () =>
  z.object({
    id: text("The name of the fault, such as script-missing."),
    title: text("What breaks, in words."),
    kind: about(
      "fails: the hook gives no answer. refuses: the hook refuses, but something is in its way.",
      z.enum(["fails", "refuses"]),
    ),
    result: about(
      "What happens to the action that the hook guards.",
      z.enum(["refused", "proceeds", "not-tried"]),
    ),
    detail: text("Why it was not tried, or how the hook's run ended."),
  });

const fix = () =>
  z.object({
    what: text("What to change, in words."),
    set: about(
      "The key of the handler and its new value; if missing, only its author can do it.",
      z.object({
        key: about("The key.", z.enum(["onFailure", "command"])),
        value: text("The new value."),
      }),
    ).optional(),
  });

const hookGrade = () =>
  z.object({
    id: text("The id of the hook."),
    label: text("A name to show to people."),
    event: text("Its event."),
    place: about(
      "Where it is configured.",
      z.object({
        file: text("The file, as an absolute path."),
        line: about("The line, from 1.", z.number().int().positive()),
        path: text("The keys that lead there in the JSON."),
      }),
    ),
    grade: about(
      "What happens when it breaks. guards-nothing: nothing proceeds or is refused because of it. never-refused: it refuses when it fails, but it refused no input while it worked.",
      z.enum([
        "fails-closed",
        "fails-open",
        "mixed",
        "guards-nothing",
        "never-refused",
        "not-tried",
      ]),
    ),
    because: text("Why it has this grade, if that is not in the results."),
    faults: about("The result of every fault.", z.array(faultResult())),
    fixes: about("Changes that would make it fail closed.", z.array(fix())),
  });

const appliedFix = () =>
  z.object({
    label: text("The hook."),
    file: text("The settings file."),
    what: text("The change, in words."),
    written: flag("Whether it was written."),
    because: text("Why it was not written.").optional(),
  });

/** What `chaos --json` prints. */
export const chaosReport = schema(() =>
  z.object({
    project: text("The project's folder."),
    profile: text("The profile."),
    hooks: about("The grade of every hook.", z.array(hookGrade())),
    problems: diagnostics(
      "Errors in the settings: hooks in them do not run, so nothing here is known about them.",
    ),
    notes: texts("What was not looked at, and why."),
    applied: about("What --fix changed.", z.array(appliedFix())).optional(),
  }),
);

export type ChaosReport = InferReadonly<typeof chaosReport>;
