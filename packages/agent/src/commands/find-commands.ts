import { dirname, join } from "node:path";
import type { LoadedPlugin, SettingSource } from "@snaphook/engine/internal";
import { readTextFile } from "../instructions/read-text-file.ts";
import { type CommandFile, commandFiles } from "./command-files.ts";
import { parseCommand } from "./parse-command.ts";
import { skillFiles } from "./skill-files.ts";
import type { CommandKind, CommandSource, SlashCommand } from "./slash-command.ts";

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

/** A folder or file with commands, or a folder with skills. */
interface CommandPlace {
  readonly kind: CommandKind;
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
 * Finds the commands and skills of the project, of the user and of plugins. Of several with one name, the project's
 * is used, and a skill rather than a command.
 */
export async function findCommands(options: FindCommandsOptions): Promise<FoundCommands> {
  const commands = new Map<string, SlashCommand>();
  const problems: string[] = [];
  for (const place of placesOf(options)) {
    const findFiles = place.kind === "skill" ? skillFiles : commandFiles;
    const { files, outsideLinks } = await findFiles(place.path, place.bound);
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
  const ofProject = {
    source: "projectSettings",
    needsTrust: true,
    prefix: "",
    bound: cwd,
  } as const;
  const ofUser = {
    source: "userSettings",
    needsTrust: false,
    prefix: "",
    bound: undefined,
  } as const;
  const below = (folder: string): readonly Pick<CommandPlace, "kind" | "path">[] => [
    { kind: "skill", path: join(folder, "skills") },
    { kind: "command", path: join(folder, "commands") },
  ];
  return [
    ...(has("project")
      ? below(join(cwd, ".claude")).map((place) => ({ ...place, ...ofProject }))
      : []),
    ...(has("user") ? below(configFolder).map((place) => ({ ...place, ...ofUser })) : []),
    ...plugins.flatMap(({ name, root, needsTrust, paths }) => {
      const source = "plugin" as const;
      const ofPlugin = { bound: root, source, needsTrust, prefix: `${name}:`, pluginRoot: root };
      return [
        ...paths.skills.map((path) => ({ kind: "skill" as const, path })),
        ...paths.commands.map((path) => ({ kind: "command" as const, path })),
      ].map((place) => ({ ...place, ...ofPlugin }));
    }),
  ];
}

/** Names that can be typed as one word; letters of any script. */
const namePattern = /^[\p{L}\p{N}_.-]+(?::[\p{L}\p{N}_.-]+)*$/u;

async function readCommand(
  file: CommandFile,
  { kind, source, needsTrust, prefix, pluginRoot }: CommandPlace,
  known: ReadonlyMap<string, SlashCommand>,
): Promise<{ readonly command?: SlashCommand; readonly problems: readonly string[] }> {
  const read = await readTextFile(file.path);
  if (read.state === "absent") return { problems: [] };
  if (read.state === "unreadable") return { problems: [read.problem] };
  const { problems, ownName, ...parsed } = await parseCommand(read.text);
  const name = `${prefix}${(kind === "skill" ? ownName : undefined) ?? file.name}`;
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
  const inPlugin =
    pluginRoot === undefined
      ? parsed.body
      : parsed.body.replaceAll("${CLAUDE_PLUGIN_ROOT}", () => pluginRoot);
  const body = kind === "skill" ? withFolder(inPlugin, dirname(file.path)) : inPlugin;
  const facts = { kind, name, source, needsTrust, filePath: file.path };
  return { command: { ...facts, ...parsed, body }, problems };
}

/** A skill may have further files, which its text names by relative paths. */
const withFolder = (body: string, folder: string): string =>
  `The files of this skill are in ${folder}\n\n${body.replaceAll("${CLAUDE_SKILL_DIR}", () => folder)}`;
