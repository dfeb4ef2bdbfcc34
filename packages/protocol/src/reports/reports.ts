import { z } from "zod";
import { about, fields, text } from "../fields.ts";
import { type Infer, schema } from "../schema.ts";
import { diagnostics, files, guards, hook, inactive, listedStates } from "./parts.ts";

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
  "inside-agent-hook",
  "duplicate",
  "not-in-profile",
  "not-on-this-event",
  "not-fired",
  "invalid",
] as const;

/** What `explain --json` prints. */
export const explanationReport = schema(() =>
  z.object({
    event: text("The event."),
    profile: text("The profile."),
    input: fields("The input hooks would get."),
    hooks: about(
      "Every configured hook.",
      z.array(
        hook().extend({
          state: about("Whether it would run, or why not.", z.enum(hookStates)),
          because: about("The same in words.", z.string().min(1)),
          limitMs: about("How long it may run; null: no limit.", z.number().nullable()),
          shell: about("The shell that runs its command; null: none.", z.string().nullable()),
          shellLacks: about(
            "Syntax in its command that this shell may not have; null: none.",
            z.string().nullable(),
          ),
          model: about("The model it asks; null: none.", z.string().nullable()),
          differs: about(
            "What is different under the profile claude-code, or under reference if another one is used; null: nothing.",
            z.string().nullable(),
          ),
          background: about(
            "Whether it runs in the background, where it decides nothing; wakes: exit 2 wakes the model.",
            z.enum(["no", "yes", "wakes"]),
          ),
        }),
      ),
    ),
    files: files(),
    diagnostics: diagnostics(),
    inactive: inactive(),
    guards: guards(),
  }),
);

/** What `lint --json` prints. */
export const lintReport = schema(() =>
  z.object({ files: files(), diagnostics: diagnostics(), inactive: inactive() }),
);

/** What `hooks --json` prints. */
export const hooksReport = schema(() =>
  z.object({
    hooks: about(
      "Every configured hook.",
      z.array(
        hook().extend({
          state: about("Whether it can run, or why not.", z.enum(listedStates)),
          because: text("The same in words."),
          runs: about(
            "With --trace: its runs there; null: it did not run.",
            z
              .object({
                count: about("How often it ran.", z.number()),
                last: text("When its last run started: ISO 8601."),
                lastMs: about("How long that run took.", z.number()),
                lastEnded: text("How that run ended, in words."),
                medianMs: about("The median of all its runs.", z.number()),
                maxMs: about("Its longest run.", z.number()),
              })
              .nullable()
              .optional(),
          ),
        }),
      ),
    ),
    files: files(),
    inactive: inactive(),
    guards: guards(),
  }),
);

export type ExplanationReport = Infer<typeof explanationReport>;
export type LintReport = Infer<typeof lintReport>;
export type HooksReport = Infer<typeof hooksReport>;
