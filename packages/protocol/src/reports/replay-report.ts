import { z } from "zod";
import { about, anything, flag, text, texts } from "../fields.ts";
import { type Infer, schema } from "../schema.ts";
import { diagnostics } from "./parts.ts";

const count = (description: string) => about(description, z.number().int().nonnegative());

const milliseconds = (description: string) => about(description, z.number().nonnegative());

/** What hooks can decide about a call or a prompt. */
const verdicts = ["undecided", "allowed", "asked", "refused", "deferred", "stopped"] as const;

const decision = (description: string) =>
  about(
    description,
    z.object({
      verdict: about(
        "undecided: no hook had an opinion; asked: the user is asked; stopped: the turn ends.",
        z.enum(verdicts),
      ),
      reasons: texts("The reasons that hooks gave."),
      by: texts("The hooks that decided, by name."),
      rewrittenInput: anything(
        "The tool input as hooks rewrote it; if missing, they did not.",
      ).optional(),
    }),
  );

/** How a decision differs from the one it is compared with. */
const changeKinds = [
  "refused",
  "no-longer-refused",
  "stopped",
  "deferred",
  "asked",
  "allowed",
  "undecided",
  "rewritten",
  "no-longer-rewritten",
] as const;

const change = () =>
  z.object({
    file: text("The file with the event."),
    line: about("The line of the event, from 1.", z.number().int().positive()),
    session: text("The session it happened in."),
    event: text("The event."),
    tool: about("The tool; null: the event is not about a tool.", z.string().nullable()),
    subject: text("The command, the path or the prompt, shortened."),
    comparedWith: about(
      "recorded: the outcome in the trace; current: the same event without --settings; nothing: no hooks.",
      z.enum(["recorded", "current", "nothing"]),
    ),
    kinds: about("What is different.", z.array(z.enum(changeKinds)).min(1)),
    before: decision("The decision it is compared with."),
    after: decision("The decision now."),
    partialInput: flag(
      "Whether the trace has only a part of the input, so hooks got less than before.",
    ),
  });

const hook = () =>
  z.object({
    id: text("The id of the hook."),
    label: text("A name to show to people."),
    event: text("Its event."),
    file: text("The file that configures it."),
    line: about("The line, from 1.", z.number().int().positive()),
    state: about(
      "fired: it ran; never-fired: no event selected it; untrusted: it runs only when it is trusted; left-out: it does not run here; other-event: replay does not fire its event.",
      z.enum(["fired", "never-fired", "untrusted", "left-out", "other-event"]),
    ),
    because: text("Why it did not run; empty if it did."),
    runs: count("How often it ran."),
    refused: count("How many calls and prompts it refused."),
    failed: count("How many of its runs failed."),
    missed: count("How many events selected it while it was not allowed to run."),
    totalMs: milliseconds("The time of all its runs."),
    medianMs: milliseconds("The median of its runs."),
    maxMs: milliseconds("Its longest run."),
  });

/** What `replay --json` prints. */
export const replayReport = schema(() =>
  z.object({
    project: text("The project whose hooks ran, in a copy."),
    profile: text("The profile."),
    interrupted: flag("Whether it was interrupted: then the report covers a part."),
    recordings: about(
      "Every file that was read.",
      z.array(
        z.object({
          file: text("The file."),
          format: about(
            "What it is; unknown: nothing in it could be replayed.",
            z.enum(["trace", "transcript", "unknown"]),
          ),
          sessions: count("How many sessions it has."),
          events: count("How many calls and prompts were read from it."),
        }),
      ),
    ),
    diagnostics: diagnostics(),
    replayed: about(
      "How many events were replayed.",
      z.object({
        calls: count("Tool calls."),
        prompts: count("Prompts."),
        questions: count("Permission questions; only traces have them."),
      }),
    ),
    compared: about(
      "What the events were compared with.",
      z.object({
        recorded: count("With the outcome in the trace."),
        current: count("With the same event without --settings and --setting-sources."),
        nothing: count("With no hooks."),
      }),
    ),
    notCompared: about(
      "How many events were replayed, but not compared: a hook that does not run now decided them in the recording.",
      z.object({
        calls: count("Tool calls."),
        prompts: count("Prompts."),
        questions: count("Permission questions."),
      }),
    ),
    notReplayed: about(
      "What was not replayed, by reason.",
      z.array(z.object({ because: text("The reason."), count: count("How many records.") })),
    ),
    changes: about(
      "Every decision that is different, in the order of the files.",
      z.array(change()),
    ),
    hooks: about("Every configured hook, with its runs and their cost.", z.array(hook())),
    unguarded: about(
      "Tool calls that no guard saw, by tool.",
      z.array(
        z.object({
          tool: text("The tool."),
          calls: count("How many calls."),
          example: text("The first of them: file:line."),
        }),
      ),
    ),
    durationMs: milliseconds("How long the replay took."),
  }),
);

export type ReplayReport = Infer<typeof replayReport>;
