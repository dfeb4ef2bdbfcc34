import { z } from "zod";
import { type Infer, schema } from "../schema.ts";

/** A program run by the shell. Loose: unknown keys are ignored (C9). */
export const commandHandler = schema(
  z.looseObject({
    type: z.literal("command"),
    command: z.string(),
    timeout: z.number().positive().optional(),
    statusMessage: z.string().optional(),
  }),
);

export type CommandHandler = Infer<typeof commandHandler>;
