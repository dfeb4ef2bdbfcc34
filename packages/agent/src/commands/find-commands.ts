import { join, resolve } from "node:path";
import type { LoadedPlugin, SettingSource } from "@snaphook/engine/internal";
import { readTextFile } from "../instructions/read-text-file.ts";
import { type CommandFile, commandFiles } from "./command-files.ts";
import { parseCommand } from "./parse-command.ts";
import type { CommandSource, SlashCommand } from "./slash-command.ts";

export interface FindCommandsOptions {
  /** Where the session was started; its parents are not searched. */
  readonly cwd: string;
  readonly home: string;
  /** The user's folder with commands. Default: `.claude` in the home. */
  readonly configFolder?: string;
  readonly settingSources?: readonly SettingSource[];
  /** The plugins in use. */
  readonly plugins?: readonly LoadedPlugin[];
  /** Find nothing of project and user. */
  readonly bare?: boolean;
}

export interface FoundCommands {
  /** By name. */
  readonly commands: readonly SlashCommand[];
  /** What may not work as its author expects, for the user. */
  readonly problems: readonly string[];
}

/** A folder or file with commands. */
interface CommandPlace {
  readonly path: string;
  /** The folder that links may not leave. */
  readonly bound: string | undefined;
  readonly source: CommandSource;
  readonly needsTrust: boolean;
  /** What the names of its commands begin with: `plugin:`. */
  readonly prefix: string;
  /** The plugin's folder, which replaces `${CLAUDE_PLUGIN_ROOT}` in the text. */
  readonly pluginRoot?: string;
}

/**
 * Finds the command files of the project, of the user and of plugins; if both project and user have a command,
 * the project's is used.
 */
export async function findCommands(options: FindCommandsOptions): Promise<FoundCommands> {
  const commands = new Map<string, SlashCommand>();
  const problems: string[] = [];
  for (const place of placesOf(options)) {
    const { files, outsideLinks } = await commandFiles(place.path, place.bound);
    const owner = place.pluginRoot === undefined ? "project" : "plugin";
    problems.push(
      ...outsideLinks.map(
        (path) => `${path} is ignored: it is a link that leads out of the ${owner}`,
      ),
    );
    for (const file of files) {
      const read = await readCommand(file, place, commands);
      problems.push(...read.problems.map((problem) => `${file.path}: ${problem}`));
      if (read.command) commands.set(read.command.name, read.command);
    }
  }
  const byName = [...commands.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { commands: byName, problems };
}

function placesOf(options: FindCommandsOptions): readonly CommandPlace[] {
  const { cwd, home, plugins = [], bare = false } = options;
  const { configFolder = join(home, ".claude") } = options;
  const sources: readonly SettingSource[] = options.settingSources ?? ["user", "project", "local"];
  const has = (source: SettingSource) => !bare && sources.includes(source);
  const ofProject = { source: "projectSettings", needsTrust: true, prefix: "" } as const;
  const ofUser = { source: "userSettings", needsTrust: false, prefix: "" } as const;
  return [
    ...(has("project")
      ? [{ path: join(cwd, ".claude", "commands"), bound: cwd, ...ofProject }]
      : []),
    ...(has("user") ? [{ path: join(configFolder, "commands"), bound: undefined, ...ofUser }] : []),
    ...plugins.flatMap(({ name, root, needsTrust, commandPaths }) =>
      [...new Set(["commands", ...commandPaths].map((path) => resolve(root, path)))].map(
        (path) =>
          ({
            path,
            bound: root,
            source: "plugin",
            needsTrust,
            prefix: `${name}:`,
            pluginRoot: root,
          }) as const,
      ),
    ),
  ];
}

/** Names that can be typed as one word; letters of any script. */
const namePattern = /^[\p{L}\p{N}_.-]+(?::[\p{L}\p{N}_.-]+)*$/u;

async function readCommand(
  file: CommandFile,
  { source, needsTrust, prefix, pluginRoot }: CommandPlace,
  known: ReadonlyMap<string, SlashCommand>,
): Promise<{ readonly command?: SlashCommand; readonly problems: readonly string[] }> {
  const name = `${prefix}${file.name}`;
  if (!namePattern.test(name))
    return {
      problems: [
        `the file is ignored, because /${name} is not a valid command name; use only letters, digits, ".", "-" and "_"`,
      ],
    };
  const other = known.get(name);
  if (other?.filePath === file.path) return { problems: [] };
  if (other)
    return {
      problems: [`the file is ignored, because ${other.filePath} already defines /${name}`],
    };
  const read = await readTextFile(file.path);
  if (read.state === "absent") return { problems: [] };
  if (read.state === "unreadable") return { problems: [read.problem] };
  const { problems, ...parsed } = await parseCommand(read.text);
  const body =
    pluginRoot === undefined
      ? parsed.body
      : parsed.body.replaceAll("${CLAUDE_PLUGIN_ROOT}", () => pluginRoot);
  return { command: { name, source, needsTrust, filePath: file.path, ...parsed, body }, problems };
}
