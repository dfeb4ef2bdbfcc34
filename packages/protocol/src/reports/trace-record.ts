import { z } from "zod";
import { decisions } from "../events/opinion.ts";
import { about, anything, fields, flag, number, text, texts } from "../fields.ts";
import { type Infer, schema } from "../schema.ts";

const hookRef = () =>
  z.object({ id: text("The id of the hook."), label: text("A name to show to people.") });

const hookRefs = (description: string) => about(description, z.array(hookRef()));

const milliseconds = (description: string) => about(description, z.number().nonnegative());

const captured = (description: string) =>
  about(
    description,
    z.object({
      text: text("The start of the text."),
      bytes: about("The size of the whole text.", z.number().int().nonnegative()),
      complete: flag("Whether the run kept the whole text; the text here may be shorter."),
      file: text("The file with the rest.").optional(),
    }),
  );

const end = () =>
  about(
    "How the run ended.",
    z.object({
      how: about(
        "The kind of end.",
        z.enum([
          "exited",
          "killed",
          "timedOut",
          "cancelled",
          "couldNotStart",
          "notFound",
          "responded",
          "answered",
          "failed",
          "gaveUp",
          "background",
        ]),
      ),
      code: number("The exit code.").optional(),
      signal: text("The signal that ended it.").optional(),
      limitMs: milliseconds("The limit it reached.").optional(),
      cause: text("Why it failed.").optional(),
      status: number("The status of the HTTP response.").optional(),
    }),
  );

const started = () =>
  about(
    "The process, if one was started: what is needed to start it again.",
    z.object({
      program: text("The program."),
      args: texts("Its arguments."),
      cwd: text("The folder it ran in."),
      variables: about(
        "Variables of the hook that a shell does not have.",
        z.record(z.string(), z.string()),
      ),
    }),
  );

const run = () =>
  hookRef().extend({
    order: about("Its place in the plan, from 0.", z.number().int().nonnegative()),
    type: text("Its handler type."),
    scope: text("Whose hook it is: managed, user, project, local …"),
    source: text("Where it is configured: file:line."),
    startedAt: text("When it started."),
    durationMs: milliseconds("How long it ran."),
    limitMs: milliseconds("How long it may run; if missing, there is no limit.").optional(),
    end: end(),
    stdout: captured("What it printed."),
    stderr: captured("What it printed on stderr."),
    answer: anything("What a model or code answered.").optional(),
    started: started().optional(),
    ending: about(
      "What the run means (P16).",
      z.enum(["success", "blocking", "non-blocking-error", "cancelled"]),
    ),
    decision: about("What it decided; none is no opinion.", z.enum(decisions)),
    reason: text("The reason it gave.").optional(),
    stop: text("Why it ends the turn; if missing, it does not.").optional(),
    rewrote: flag("Whether it rewrote the tool input."),
    failure: about(
      "What went wrong.",
      z.object({ kind: text("The kind of failure."), detail: text("The details.") }),
    ).optional(),
    notes: texts("Further remarks."),
  });

const messages = () =>
  about(
    "Every text, with who sees it.",
    z.array(
      z.object({
        audience: about("Who sees it.", z.enum(["model", "user", "verbose", "log"])),
        kind: text("What the text is: a reason, context, a warning …"),
        text: text("The text."),
        hook: about("The hook it is from.", hookRef()),
        later: about("Sent with a later model request.", z.literal(true)).optional(),
      }),
    ),
  );

const outcome = () =>
  about(
    "The combined result of all hooks.",
    z.object({
      action: text("What the host does."),
      permission: about(
        "Whether a hook allowed the call.",
        z.enum(["granted", "undecided"]),
      ).optional(),
      turn: about("Whether the turn continues.", z.enum(["continue", "stop"])).optional(),
      reasons: texts("Why, one text for each hook.").optional(),
      reason: text("Why the turn ends.").optional(),
      messages: messages(),
      decidedBy: hookRefs("The hooks that decided."),
      overruled: hookRefs("Hooks whose rewrite was replaced by a later one."),
      fields: fields("The event's own fields, as the hooks answered them."),
      rewrittenInput: anything("The tool input as hooks rewrote it.").optional(),
      divergence: about(
        "The result in another profile, if it differs.",
        z.object({
          profile: text("The other profile."),
          questions: texts("The profile questions that cause the difference."),
          action: text("What the host would do there."),
        }),
      ).optional(),
    }),
  );

const answer = () =>
  about(
    "The user's answer to a permission question.",
    z.object({
      behavior: about("What the user answered.", z.enum(["allow", "deny", "invalid"])),
      message: text("What the user wrote.").optional(),
      updatedInput: anything("The tool input as the user changed it.").optional(),
      interrupt: flag("Whether it ends the turn.").optional(),
      counts: flag("Whether it decided; if not, hooks had answered before."),
    }),
  );

const notRun = (description: string) =>
  about(
    description,
    z.array(
      hookRef().extend({
        reason: text("The kind of reason."),
        because: text("The reason, in a sentence."),
      }),
    ),
  );

/** P15: one dispatch, the end of one background run, or an answer of the user, with everything needed to see what happened and why. */
export const traceReport = schema(() =>
  z.object({
    version: about("The version of this format.", z.literal(1)),
    kind: about("What the record is about.", z.enum(["dispatch", "background", "answer"])),
    time: text("When it happened."),
    durationMs: milliseconds("How long it took, in milliseconds."),
    timings: about(
      "Where the time went.",
      z.object({
        select: milliseconds("Selecting the hooks."),
        run: milliseconds("Running them."),
        settle: milliseconds("Combining their answers into an outcome."),
      }),
    ).optional(),
    profile: text("The profile."),
    event: text("The event."),
    session: text("The session."),
    agent: text("The subagent in which it happened.").optional(),
    toolUseId: text("The id of the tool call.").optional(),
    input: fields(
      "The input of the hooks; like every text in a record, shortened and without secrets.",
    ),
    lookedAt: about(
      "How many hooks are configured, for any event.",
      z.number().int().nonnegative(),
    ),
    ran: about("Hooks that ran.", z.array(run())),
    held: notRun("Hooks that matched but were not allowed to run."),
    merged: about(
      "Hooks that did not run because an identical one did.",
      z.array(hookRef().extend({ into: text("The id of the hook that ran.") })),
    ),
    notMatched: notRun("Hooks of this event that did not match; the first hundred."),
    outcome: outcome().optional(),
    overridden: text("Why the host did not follow the decision of these hooks.").optional(),
    answer: answer().optional(),
    lost: about(
      "How many records were lost before this one.",
      z.number().int().positive(),
    ).optional(),
  }),
);

export type TraceRecord = Infer<typeof traceReport>;
