import { z } from "zod";
import { about, flag, text, texts } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./handler-definition.ts";

/** A program: a line for the shell or, with `args`, the program itself. */
export const command = defineHandler({
  type: "command",
  required: { command: text("A line for the shell or, with args, the program.") },
  optional: {
    args: texts("Arguments of the program, which is then started without a shell."),
    shell: about("The shell that runs the command.", z.enum(["bash", "powershell"])),
    async: flag("Runs in the background and decides nothing."),
    asyncRewake: flag("Runs in the background; exit 2 wakes the model with stderr."),
    onFailure: about(
      "What a failing hook comes to: block refuses, where the event can be refused.",
      z.enum(["continue", "block"]),
    ),
    prewarm: flag("Starts the process before it is needed, so that the hook answers sooner."),
  },
  label: (handler) => [handler.command, ...(handler.args ?? [])].join(" "),
  identity: (handler) => [handler.command, handler.args ?? null, handler.if ?? null],
});

export type CommandHandler = Infer<typeof command.schema>;
