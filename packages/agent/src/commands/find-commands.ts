import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SettingSource } from "@snaphook/engine";
import { readTextFile } from "../instructions/read-text-file.ts";
import { parseCommand } from "./parse-command.ts";
import type { CommandSource, SlashCommand } from "./slash-command.ts";

export interface FindCommandsOptions {
  /** Where the session was started; its parents are not searched. */
  readonly cwd: string;
  readonly home: string;
  readonly settingSources?: readonly SettingSource[];
  /** Find nothing. */
  readonly bare?: boolean;
}

export interface FoundCommands {
  /** By name. */
  readonly commands: readonly SlashCommand[];
  /** What does not work as its author may think, for the user. */
  readonly problems: readonly string[];
}

const ending = ".md";
const deepest = 8;
const mostCommands = 1000;

/** Finds the command files of the project and of the user; of two with one name the project's counts. */
export async function findCommands(options: FindCommandsOptions): Promise<FoundCommands> {
  const sources: readonly SettingSource[] = options.settingSources ?? ["user", "project", "local"];
  const places: readonly (readonly [SettingSource, string, CommandSource])[] = [
    ["project", options.cwd, "projectSettings"],
    ["user", options.home, "userSettings"],
  ];
  const commands = new Map<string, SlashCommand>();
  const problems: string[] = [];
  for (const [setting, root, source] of places) {
    if (options.bare || !sources.includes(setting)) continue;
    for (const file of await commandFiles(join(root, ".claude", "commands"))) {
      const read = await readCommand(file, source, commands);
      problems.push(...read.problems.map((problem) => `${file.path}: ${problem}`));
      if (read.command) commands.set(read.command.name, read.command);
    }
  }
  const byName = [...commands.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { commands: byName, problems };
}

interface CommandFile {
  readonly path: string;
  readonly name: string;
}

/** Names that can be typed as one word; letters of any script. */
const namePattern = /^[\p{L}\p{N}_.-]+(?::[\p{L}\p{N}_.-]+)*$/u;

async function readCommand(
  { path, name }: CommandFile,
  source: CommandSource,
  known: ReadonlyMap<string, SlashCommand>,
): Promise<{ readonly command?: SlashCommand; readonly problems: readonly string[] }> {
  if (!namePattern.test(name))
    return { problems: [`/${name} cannot be typed: letters, digits, . - and _ make a name`] };
  const other = known.get(name);
  if (other) return { problems: [`/${name} is that of ${other.filePath}`] };
  const read = await readTextFile(path);
  if (read.state === "absent") return { problems: [] };
  if (read.state === "unreadable") return { problems: [read.problem] };
  const { problems, ...parsed } = await parseCommand(read.text);
  return { command: { name, source, filePath: path, ...parsed }, problems };
}

/** All Markdown files below a folder. Links are followed; a circle of them is walked once. */
async function commandFiles(root: string): Promise<readonly CommandFile[]> {
  const files: CommandFile[] = [];
  const seen = new Set<string>();
  async function walk(folder: string, prefix: string, depth: number): Promise<void> {
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined || seen.has(real) || depth > deepest) return;
    seen.add(real);
    for (const entry of (await readdir(folder).catch(() => [])).sort()) {
      const path = join(folder, entry);
      const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
      if (isFolder) await walk(path, `${prefix}${entry}:`, depth + 1);
      else if (entry.endsWith(ending) && files.length < mostCommands)
        files.push({ path, name: `${prefix}${entry.slice(0, -ending.length)}` });
    }
  }
  await walk(root, "", 0);
  return files;
}
