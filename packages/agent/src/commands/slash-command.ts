/** Where a command comes from, as `command_source` says it (E25). */
export type CommandSource = "projectSettings" | "userSettings" | "plugin" | "mcp";

/** A prompt in a file or of an MCP server, called by its name. */
export interface SlashCommand {
  /** Without the slash: the file's path below `commands`, folders joined with `:`. */
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
  /** The text below the front matter. */
  readonly body: string;
  /** Asks for the text, if there is no file. Rejects with the reason. */
  load?(args: string, signal: AbortSignal): Promise<string>;
}
