import { z } from "zod";

/** A3: what a hook may answer on any event. Loose: unknown keys are ignored. */
export const commonOutput = z.looseObject({
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  suppressOutput: z.boolean().optional(),
  systemMessage: z.string().optional(),
});

/** What {@link commonOutput} accepts. */
export interface CommonOutput {
  readonly [key: string]: unknown;
  readonly continue?: boolean | undefined;
  readonly stopReason?: string | undefined;
  readonly suppressOutput?: boolean | undefined;
  readonly systemMessage?: string | undefined;
}
