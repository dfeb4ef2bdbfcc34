import { z } from "zod";
import { decisions } from "../events/opinion.ts";
import { type Infer, schema } from "../schema.ts";

const hookRef = () => z.object({ id: z.string(), label: z.string() });

const milliseconds = () => z.number().nonnegative();

const captured = () =>
  z.object({
    /** The beginning. */
    text: z.string(),
    bytes: z.number().int().nonnegative(),
    /** Whether the run kept all of it; the text here may be shorter still. */
    complete: z.boolean(),
    file: z.string().optional(),
  });

const end = () =>
  z.object({
    how: z.enum([
      "exited",
      "killed",
      "timedOut",
      "cancelled",
      "couldNotStart",
      "notFound",
      "responded",
      "answered",
      "failed",
      "background",
    ]),
    code: z.number().optional(),
    signal: z.string().optional(),
    limitMs: milliseconds().optional(),
    cause: z.string().optional(),
    status: z.number().optional(),
  });

const run = () =>
  hookRef().extend({
    order: z.number().int().nonnegative(),
    type: z.string(),
    scope: z.string(),
    /** Where it is configured: `file:line`. */
    source: z.string(),
    startedAt: z.string(),
    durationMs: milliseconds(),
    /** Left out: no limit. */
    limitMs: milliseconds().optional(),
    end: end(),
    stdout: captured(),
    stderr: captured(),
    /** What a model or code answered. */
    answer: z.unknown().optional(),
    /** P16. */
    ending: z.enum(["success", "blocking", "non-blocking-error", "cancelled"]),
    decision: z.enum(decisions),
    reason: z.string().optional(),
    stop: z.string().optional(),
    /** It rewrote the tool input. */
    rewrote: z.boolean(),
    failure: z.object({ kind: z.string(), detail: z.string() }).optional(),
    notes: z.array(z.string()),
  });

const message = () =>
  z.object({
    audience: z.enum(["model", "user", "verbose", "log"]),
    kind: z.string(),
    text: z.string(),
    hook: hookRef(),
    later: z.literal(true).optional(),
  });

const outcome = () =>
  z.object({
    action: z.string(),
    permission: z.enum(["granted", "undecided"]).optional(),
    turn: z.enum(["continue", "stop"]).optional(),
    reasons: z.array(z.string()).optional(),
    /** Why the turn is to end. */
    reason: z.string().optional(),
    /** Every text with who sees it. */
    messages: z.array(message()),
    decidedBy: z.array(hookRef()),
    /** Hooks whose rewrite gave way to a later one. */
    overruled: z.array(hookRef()),
    fields: z.record(z.string(), z.unknown()),
    /** The tool input as hooks rewrote it. */
    rewrittenInput: z.unknown().optional(),
    divergence: z
      .object({ profile: z.string(), questions: z.array(z.string()), action: z.string() })
      .optional(),
  });

/** P15: one dispatch, or the end of one background run, with all that answers "what happened and why". */
export const traceReport = schema(() =>
  z.object({
    version: z.literal(1),
    kind: z.enum(["dispatch", "background"]),
    time: z.string(),
    durationMs: milliseconds(),
    /** How long it took to select the hooks, to run them, and to settle what they come to. */
    timings: z
      .object({ select: milliseconds(), run: milliseconds(), settle: milliseconds() })
      .optional(),
    profile: z.string(),
    event: z.string(),
    session: z.string(),
    agent: z.string().optional(),
    toolUseId: z.string().optional(),
    /** Bounded and without secrets, as every text of a record. */
    input: z.record(z.string(), z.unknown()),
    /** How many hooks are configured, for whatever event. */
    lookedAt: z.number().int().nonnegative(),
    ran: z.array(run()),
    /** Hooks that matched and were held back. */
    held: z.array(hookRef().extend({ reason: z.string(), because: z.string() })),
    /** Hooks that gave way to an identical one, by its id. */
    merged: z.array(hookRef().extend({ into: z.string() })),
    /** Hooks of this event that did not match; the first hundred. */
    notMatched: z.array(hookRef().extend({ reason: z.string(), because: z.string() })),
    outcome: outcome().optional(),
    /** Records that were lost before this one. */
    lost: z.number().int().positive().optional(),
  }),
);

export type TraceRecord = Infer<typeof traceReport>;
