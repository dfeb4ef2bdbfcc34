import { z } from "zod";
import type { EventDefinition } from "../events/event-definition.ts";
import { type CommonOutput, commonOutput, type Opinion, readDecision } from "../events/opinion.ts";
import { type Schema, schema } from "../schema.ts";
import { isBlockable } from "./blockable.ts";
import type { Profile } from "./profile.ts";

/** Whether the profile reads `decision` on an event on which by the contract only the exit code counts (E18). */
const alsoReadsDecision = (event: EventDefinition, profile: Profile): boolean =>
  profile.decisionAlsoCountsOn.some((name) => name === event.name);

/** Whether `decision` in an answer is read at all on an event in this profile. */
export const readsDecision = (event: EventDefinition, profile: Profile): boolean =>
  !event.exitCodeOnly || alsoReadsDecision(event, profile);

/** A decision, and no fields of the event's own. */
const decisionOnly: Schema<CommonOutput> = schema(() =>
  z.looseObject({
    ...commonOutput(),
    hookSpecificOutput: z.never({ error: "this event has none" }).optional(),
  }),
);

/** The schema of an answer to an event in this profile. */
export const answerSchema = (event: EventDefinition, profile: Profile): Schema<CommonOutput> =>
  alsoReadsDecision(event, profile) ? decisionOnly : event.output;

/** What a valid answer to an event says in this profile. */
export const opinionIn = (
  profile: Profile,
  event: EventDefinition,
  answer: CommonOutput,
): Opinion =>
  alsoReadsDecision(event, profile)
    ? readDecision(answer, { decisionCounts: true })
    : event.opinion(answer);

/** Whether a top-level `decision: "block"` in an answer blocks the event in this profile (A6). */
export const decisionBlocks = (event: EventDefinition, profile: Profile): boolean =>
  isBlockable(event, profile) &&
  opinionIn(profile, event, { decision: "block" }).decision === "deny";
