import { z } from "zod";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./handler-definition.ts";

/** A program: a line for the shell or, with `args`, the program itself. */
export const command = defineHandler({
  type: "command",
  required: { command: z.string() },
  optional: {
    args: z.array(z.string()),
    shell: z.enum(["bash", "powershell"]),
    async: z.boolean(),
    asyncRewake: z.boolean(),
    onFailure: z.enum(["continue", "block"]),
    prewarm: z.boolean(),
  },
  label: (handler) => [handler.command, ...(handler.args ?? [])].join(" "),
  identity: (handler) => [handler.command, handler.args ?? null, handler.if ?? null],
});

export type CommandHandler = Infer<typeof command.schema>;
