import { nearestName } from "@snaphook/engine/internal";
import { type CommandPart, inlineParts } from "./inline-commands.ts";
import type { CommandSource, SlashCommand } from "./slash-command.ts";
import { substituteArguments } from "./substitute-arguments.ts";

/** A command that was called. */
export interface CommandExpansion {
  readonly kind: "command";
  readonly name: string;
  readonly isSkill: boolean;
  /** As typed after the name. */
  readonly args: string;
  readonly source: CommandSource;
  readonly needsTrust: boolean;
  /** The prompt that replaces it. */
  readonly text: string;
  /** The same in parts, if commands in it run first and their output replaces them (E25). */
  readonly parts?: readonly CommandPart[];
  readonly allowedTools?: readonly string[];
  readonly model?: string;
  /** Asks for the text, if there is no file. Rejects with the reason. */
  load?(signal: AbortSignal): Promise<string>;
}

type Expansion =
  | CommandExpansion
  /** There is no such command, or only where a user types: then the model is never asked. */
  | {
      readonly kind: "unknown" | "interactive";
      /** For the user. */
      readonly message: string;
    };

/** Commands of Claude Code's terminal that change the session; as prompts they would only confuse a model. */
const interactive = new Set([
  ...["add-dir", "agents", "config", "doctor", "help", "hooks", "login", "mcp", "memory"],
  ...["permissions", "plugin", "rewind", "status", "usage"],
]);

/** A slash and a possible command name; `/usr/bin` and `//` are text. */
const commandCall = /^\/([\p{L}\p{N}_.:-]+)(?:\s+(.*))?$/su;

/** Whether a prompt looks like a call of a command, known or not. */
export const isCommandCall = (prompt: string): boolean => commandCall.test(prompt.trim());

/**
 * Expands a prompt that calls a command; undefined if it calls none.
 *
 * `others` are the commands that have no file, such as `clear`: they are not expanded, but are suggested for a
 * misspelled name.
 */
export function expandCommand(
  prompt: string,
  commands: readonly SlashCommand[],
  others: readonly string[] = [],
): Expansion | undefined {
  const [, name, rest = ""] = commandCall.exec(prompt) ?? [];
  if (name === undefined || others.includes(name)) return undefined;
  const args = rest.trimEnd();
  const command = commands.find((one) => one.name === name);
  if (!command && interactive.has(name))
    return { kind: "interactive", message: `/${name} is not available here` };
  if (!command) return unknown(name, [...others, ...commands.map((one) => one.name)]);
  return callOf(command, args);
}

/** A call of a command or skill. */
export function callOf(command: SlashCommand, args: string): CommandExpansion {
  const { name, source, needsTrust, allowedTools, model, load } = command;
  const isSkill = command.kind === "skill";
  const parts = inlineParts(command.body, args);
  return {
    kind: "command",
    name,
    isSkill,
    args,
    source,
    needsTrust,
    text: substituteArguments(command.body, args),
    ...(parts === undefined ? {} : { parts }),
    ...(allowedTools === undefined ? {} : { allowedTools }),
    // As recorded: the model in a skill's file does not replace that of the session.
    ...(model === undefined || isSkill ? {} : { model }),
    ...(load === undefined ? {} : { load: (signal) => load(args, signal) }),
  };
}

function unknown(name: string, known: readonly string[]): Expansion {
  const nearest = nearestName(name, known) ?? known.find((one) => one.endsWith(`:${name}`));
  const hint = nearest === undefined ? "" : `; did you mean /${nearest}?`;
  return { kind: "unknown", message: `unknown command /${name}${hint}` };
}
