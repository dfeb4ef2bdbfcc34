/** Where a command file comes from, as `command_source` says it (E25). */
export type CommandSource = "projectSettings" | "userSettings";

/** A prompt in a file, called by its name. */
export interface SlashCommand {
  /** Without the slash: the file's path below `commands`, folders joined with `:`. */
  readonly name: string;
  readonly source: CommandSource;
  readonly filePath: string;
  readonly description: string | undefined;
  readonly argumentHint: string | undefined;
  /** Permission rules while it runs; those of a project apply only if the project is trusted (T6). */
  readonly allowedTools: readonly string[] | undefined;
  readonly model: string | undefined;
  /** The text below the front matter. */
  readonly body: string;
}
