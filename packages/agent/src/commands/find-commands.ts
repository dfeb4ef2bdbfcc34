import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { SettingSource } from "@snaphook/engine/internal";
import { readTextFile } from "../instructions/read-text-file.ts";
import { isInside } from "../is-inside.ts";
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
  /** What may not work as its author expects, for the user. */
  readonly problems: readonly string[];
}

const extension = ".md";
const maxDepth = 8;
const maxCommands = 1000;

/** Finds the command files of the project and of the user; if both have a command, the project's is used. */
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
    const { files, outsideLinks } = await commandFiles(root, source);
    problems.push(
      ...outsideLinks.map(
        (path) => `${path} is ignored: it is a link that leads out of the project`,
      ),
    );
    for (const file of files) {
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
    return {
      problems: [
        `the file is ignored, because /${name} is not a valid command name; use only letters, digits, ".", "-" and "_"`,
      ],
    };
  const other = known.get(name);
  if (other)
    return {
      problems: [`the file is ignored, because ${other.filePath} already defines /${name}`],
    };
  const read = await readTextFile(path);
  if (read.state === "absent") return { problems: [] };
  if (read.state === "unreadable") return { problems: [read.problem] };
  const { problems, ...parsed } = await parseCommand(read.text);
  return { command: { name, source, filePath: path, ...parsed }, problems };
}

/**
 * All command files of a project or of the user. Links are followed, each folder once. Links of a project are
 * followed only within the project, so that a project cannot turn the user's private files into a prompt.
 */
async function commandFiles(
  root: string,
  source: CommandSource,
): Promise<{ readonly files: readonly CommandFile[]; readonly outsideLinks: readonly string[] }> {
  const bound = source === "projectSettings" ? await realpath(root).catch(() => root) : undefined;
  const isOutside = (real: string) => bound !== undefined && !isInside(bound, real);
  const files: CommandFile[] = [];
  const outsideLinks: string[] = [];
  const seen = new Set<string>();
  async function walk(folder: string, prefix: string, depth: number): Promise<void> {
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined || seen.has(real) || depth > maxDepth) return;
    if (isOutside(real)) {
      outsideLinks.push(folder);
      return;
    }
    seen.add(real);
    for (const entry of (await readdir(folder).catch(() => [])).sort()) {
      const path = join(folder, entry);
      const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
      if (isFolder) await walk(path, `${prefix}${entry}:`, depth + 1);
      else if (entry.endsWith(extension) && files.length < maxCommands) await addFile(path, prefix);
    }
  }
  async function addFile(path: string, prefix: string): Promise<void> {
    const name = `${prefix}${basename(path, extension)}`;
    if (isOutside(await realpath(path).catch(() => path))) outsideLinks.push(path);
    else files.push({ path, name });
  }
  await walk(join(root, ".claude", "commands"), "", 0);
  return { files, outsideLinks };
}
