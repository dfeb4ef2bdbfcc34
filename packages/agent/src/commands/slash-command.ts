export type CommandKind = "command" | "skill";

/** Where a command comes from, as `command_source` says it (E25). */
export type CommandSource = "projectSettings" | "userSettings" | "plugin" | "mcp";

/** A prompt in a file or of an MCP server, called by its name: a command, or a skill. */
export interface SlashCommand {
  readonly kind: CommandKind;
  /**
   * Without the slash: the file's path below `commands`, folders joined with `:`. That of a skill is in its front
   * matter, or is its folder's.
   */
  readonly name: string;
  readonly source: CommandSource;
  readonly filePath: string;
  readonly description: string | undefined;
  readonly argumentHint: string | undefined;
  /** It comes from the project, or from a plugin that needs trust (T6). */
  readonly needsTrust: boolean;
  /** Permission rules while it runs; they apply only if the file is trusted (T6). */
  readonly allowedTools: readonly string[] | undefined;
  readonly model: string | undefined;
  /** Whether the model may call it with the tool Skill. */
  readonly forModel: boolean;
  /** Whether its front matter has hooks. */
  readonly hasHooks: boolean;
  /** The kind of agent that carries it out, if the model's own conversation does not. */
  readonly forkAgent: string | undefined;
  /** The text below the front matter. */
  readonly body: string;
  /** Asks for the text, if there is no file. Rejects with the reason. */
  load?(args: string, signal: AbortSignal): Promise<string>;
}
