import { z } from "zod";
import { about, flag, text, texts } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./settings-handler.ts";

/** A shell command or, with `args`, a program. */
export const command = defineHandler({
  type: "command",
  required: { command: text("A shell command or, if args is set, a program.") },
  texts: { command: "not-empty" },
  optional: {
    args: texts("The program's arguments; the program is then started without a shell."),
    shell: about("The shell that runs the command.", z.enum(["bash", "powershell"])),
    async: flag("Runs in the background and decides nothing."),
    asyncRewake: flag("Runs in the background; exit 2 wakes the model with stderr."),
    prewarm: flag("Starts the process before it is needed, so that the hook answers sooner."),
  },
  limit: { unit: "seconds", default: 600 },
  asksModel: false,
  runsOn: "every-event",
  dependsOn: undefined,
  label: (handler) => [handler.command, ...(handler.args ?? [])].join(" ").trim(),
  identity: (handler) => [handler.command, handler.args ?? null, handler.if ?? null],
  run: {
    by: "process",
    with: ({ command, args, shell }) => ({ command, args, shell }),
    background: { field: "async", wakingField: "asyncRewake" },
    prewarm: "prewarm",
  },
  answer: "output",
});

export type CommandHandler = Infer<typeof command.schema>;
