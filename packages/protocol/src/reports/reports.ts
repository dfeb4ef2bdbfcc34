import { z } from "zod";
import { type Infer, schema } from "../schema.ts";

const place = () =>
  z.object({
    file: z.string(),
    line: z.number().int().positive(),
    column: z.number().int().positive(),
    path: z.string(),
  });

const diagnostic = () =>
  z.object({
    code: z.string(),
    level: z.enum(["error", "warning"]),
    place: place(),
    message: z.string(),
    advice: z.string(),
  });

const file = () =>
  z.object({
    file: z.string(),
    scope: z.string(),
    state: z.enum(["loaded", "absent", "unreadable", "invalid", "kept", "same-file"]),
    detail: z.string().optional(),
    hooks: z.number().int().nonnegative(),
  });

const hook = () =>
  z.object({
    /** `null`: an entry that is no hook. */
    id: z.string().nullable(),
    label: z.string(),
    event: z.string(),
    scope: z.string(),
    /** The plugin, skill or agent that brings it. */
    owner: z.string().nullable(),
    type: z.string().nullable(),
    matcher: z.string().nullable(),
    if: z.string().nullable(),
    source: place(),
  });

/** Every state `explain` can give a hook. */
const hookStates = [
  "would-run",
  "other-event",
  "matcher",
  "if-false",
  "owner-not-active",
  "disabled",
  "managed-only",
  "untrusted",
  "changed",
  "once-spent",
  "duplicate",
  "not-in-profile",
  "not-on-this-event",
  "invalid",
] as const;

/** What `explain --json` prints. */
export const explanationReport = schema(() =>
  z.object({
    event: z.string(),
    profile: z.string(),
    input: z.record(z.string(), z.unknown()),
    hooks: z.array(
      hook().extend({
        state: z.enum(hookStates),
        because: z.string().min(1),
        limitMs: z.number().nullable(),
      }),
    ),
    files: z.array(file()),
    diagnostics: z.array(diagnostic()),
  }),
);

/** What `lint --json` prints. */
export const lintReport = schema(() =>
  z.object({ files: z.array(file()), diagnostics: z.array(diagnostic()) }),
);

/** What `hooks --json` prints. */
export const hooksReport = schema(() =>
  z.object({
    hooks: z.array(
      hook().extend({
        state: z.enum([
          "ready",
          "disabled",
          "managed-only",
          "untrusted",
          "changed",
          "never",
          "invalid",
        ]),
        because: z.string(),
      }),
    ),
    files: z.array(file()),
  }),
);

export type ExplanationReport = Infer<typeof explanationReport>;
export type LintReport = Infer<typeof lintReport>;
export type HooksReport = Infer<typeof hooksReport>;
