import { nearestName } from "@snaphook/engine/internal";
import { type CommandPart, inlineParts } from "./inline-commands.ts";
import type { CommandSource, SlashCommand } from "./slash-command.ts";
import { substituteArguments } from "./substitute-arguments.ts";

/** A command that was called. */
export interface CommandExpansion {
  readonly kind: "command";
  readonly name: string;
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
  ...["add-dir", "agents", "config", "doctor", "help", "hooks", "login", "logout", "mcp", "memory"],
  ...["model", "permissions", "plugin", "resume", "rewind", "status", "usage"],
]);

/** A slash and a possible command name; `/usr/bin` and `//` are text. */
const commandCall = /^\/([\p{L}\p{N}_.:-]+)(?:\s+(.*))?$/su;

/**
 * Expands a prompt that calls a command; undefined if it calls none.
 *
 * `skillOf` finds the file of a skill, which cannot be called. `others` are the commands that have no file, such as `clear`: they are not expanded, but are suggested for
 * a misspelled name.
 */
export function expandCommand(
  prompt: string,
  commands: readonly SlashCommand[],
  others: readonly string[] = [],
  skillOf: (name: string) => string | undefined = () => undefined,
): Expansion | undefined {
  const [, name, rest = ""] = commandCall.exec(prompt) ?? [];
  if (name === undefined || others.includes(name)) return undefined;
  const args = rest.trimEnd();
  const command = commands.find((one) => one.name === name);
  if (!command && interactive.has(name))
    return { kind: "interactive", message: `/${name} is not available here` };
  const skill = command ? undefined : skillOf(name);
  if (skill !== undefined) return { kind: "unknown", message: notCallable(name, skill) };
  if (!command) return unknown(name, [...others, ...commands.map((one) => one.name)]);
  const { source, needsTrust, allowedTools, model, load } = command;
  const parts = inlineParts(command.body, args);
  return {
    kind: "command",
    name,
    args,
    source,
    needsTrust,
    text: substituteArguments(command.body, args),
    ...(parts === undefined ? {} : { parts }),
    ...(allowedTools === undefined ? {} : { allowedTools }),
    ...(model === undefined ? {} : { model }),
    ...(load === undefined ? {} : { load: (signal) => load(args, signal) }),
  };
}

const notCallable = (name: string, file: string): string =>
  `/${name} is a skill (${file}), and skills cannot be called here; to call its text, put it into .claude/commands/${name}.md`;

function unknown(name: string, known: readonly string[]): Expansion {
  const nearest = nearestName(name, known) ?? known.find((one) => one.endsWith(`:${name}`));
  const hint = nearest === undefined ? "" : `; did you mean /${nearest}?`;
  return { kind: "unknown", message: `unknown command /${name}${hint}` };
}
