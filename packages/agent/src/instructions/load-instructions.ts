import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { SettingSource } from "@snaphook/engine/internal";
import picomatch from "picomatch";
import { isInside } from "../is-inside.ts";
import { findRules, type RuleFile, type RulesPlace } from "./find-rules.ts";
import { importAllowed, realPathOf } from "./import-allowed.ts";
import { importReader } from "./import-reader.ts";
import type { InstructionFile, MemoryType } from "./instruction-file.ts";

export interface InstructionOptions {
  /** Where the session was started. */
  readonly cwd: string;
  readonly home: string;
  /** The user's folder with instructions. Default: `.claude` in the home. */
  readonly configFolder?: string;
  /** Load nothing. */
  readonly bare?: boolean;
  readonly settingSources?: readonly SettingSource[];
  /** The folder with managed settings; set in code only (T7). */
  readonly managedFolder?: string;
}

export interface LoadedInstructions {
  /** In the order in which the model reads them; what a file imports follows it. */
  readonly files: readonly InstructionFile[];
  /** All of them as one text for the model; empty when there is none. */
  readonly text: string;
  /** What was not read and why, for the user. */
  readonly problems: readonly string[];
}

/** The instructions of a session. */
export interface Instructions extends LoadedInstructions {
  /** Those that apply because the model has read a file, and that are not loaded yet. */
  forFile(path: string): Promise<LoadedInstructions>;
}

export const noInstructions: LoadedInstructions = { files: [], text: "", problems: [] };

interface Place {
  readonly filePath: string;
  readonly memoryType: MemoryType;
}

/**
 * Reads the CLAUDE.md files that apply to a directory, with everything they import: managed ones, the user's,
 * then those of all parents from the root down and of the directory itself, nearest last. Rules without
 * `paths` follow the CLAUDE.md of their owner. Each file is read once, even if several paths lead to it.
 */
export async function loadInstructions(options: InstructionOptions): Promise<Instructions> {
  if (options.bare) return { ...noInstructions, forFile: async () => noInstructions };
  const cwd = resolve(options.cwd);
  const reader = importReader({
    home: options.home,
    allowed: importAllowed({ ...options, projectRoot: projectRoot(cwd, options.home) }),
  });
  const notes: string[] = [];
  const rules = (
    await Promise.all(
      rulesPlaces({ ...options, cwd }).map((place) => findRules(place, (note) => notes.push(note))),
    )
  ).flat();
  /** The rules of a subfolder, looked for once; their paths are relative to it. */
  const nestedRules = new Map<string, Promise<readonly RuleFile[]>>();
  const rulesIn = (root: string) => {
    const folder = join(root, ".claude", "rules");
    const found =
      nestedRules.get(root) ??
      findRules({ folder, root, memoryType: "Project" }, (note) => notes.push(note));
    nestedRules.set(root, found);
    return found;
  };
  const readTriggered = async (from: readonly RuleFile[], path: string) => {
    for (const { filePath, memoryType, globs, root } of from) {
      const rule = { filePath, memoryType, triggerFilePath: path, isRule: true };
      if (globs === undefined) await reader.read({ ...rule, loadReason: "nested_traversal" });
      else if (matchesAny(globs, relative(root, path)))
        await reader.read({ ...rule, globs, loadReason: "path_glob_match" });
    }
  };
  const startRules = rules.filter(({ globs }) => globs === undefined);
  const readRules = async (owner: (type: MemoryType) => boolean) => {
    for (const { filePath, memoryType } of startRules)
      if (owner(memoryType))
        await reader.read({ filePath, memoryType, loadReason: "session_start", isRule: true });
  };
  for (const { filePath, memoryType } of placesOf({ ...options, cwd })) {
    await reader.read({ filePath, memoryType, loadReason: "session_start" });
    if (memoryType === "User") await readRules((type) => type === "User");
  }
  await readRules((type) => type !== "User");
  const take = (heading: string): LoadedInstructions => {
    const { files, problems } = reader.take();
    return {
      files,
      text: instructionsText(files, heading),
      problems: [...notes.splice(0), ...problems],
    };
  };
  const sources = options.settingSources ?? allSources;
  return {
    ...take(startHeading),
    async forFile(path) {
      const nested = { loadReason: "nested_traversal", triggerFilePath: path } as const;
      for (const folder of nestedFolders(cwd, path)) {
        for (const file of nestedFiles(folder, sources)) await reader.read({ ...file, ...nested });
        if (sources.includes("project")) await readTriggered(await rulesIn(folder), path);
      }
      await readTriggered(
        rules.filter(({ globs }) => globs !== undefined),
        path,
      );
      return take(`Standing instructions that apply to ${path} and files like it.`);
    },
  };
}

const allSources: readonly SettingSource[] = ["user", "project", "local"];

const startHeading =
  "Standing instructions for this session. Where two of them disagree, follow the later one.";

/** The folders between the directory of the session and a file in it. */
const nestedFolders = (cwd: string, path: string): readonly string[] =>
  isInside(cwd, path)
    ? fromRootTo(dirname(path)).filter((folder) => folder !== cwd && isInside(cwd, folder))
    : [];

const nestedFiles = (folder: string, sources: readonly SettingSource[]): readonly Place[] => [
  ...(sources.includes("project")
    ? [{ filePath: join(folder, "CLAUDE.md"), memoryType: "Project" as const }]
    : []),
  ...(sources.includes("local")
    ? [{ filePath: join(folder, "CLAUDE.local.md"), memoryType: "Local" as const }]
    : []),
];

/** A path that leads out of the root matches nothing. */
const matchesAny = (globs: readonly string[], path: string): boolean =>
  globs.length > 0 && !path.startsWith("..") && picomatch([...globs], { dot: true })(path);

function rulesPlaces(options: InstructionOptions): readonly RulesPlace[] {
  const { cwd, home, configFolder = join(home, ".claude") } = options;
  const sources = options.settingSources ?? allSources;
  const place = (folder: string, memoryType: MemoryType): RulesPlace => ({
    folder: join(folder, "rules"),
    root: cwd,
    memoryType,
  });
  return [
    ...(sources.includes("user") ? [place(configFolder, "User")] : []),
    ...(sources.includes("project") ? [place(join(cwd, ".claude"), "Project")] : []),
  ];
}

function placesOf(options: InstructionOptions): readonly Place[] {
  const { cwd, home, managedFolder, configFolder = join(home, ".claude") } = options;
  const sources = options.settingSources ?? allSources;
  const places: Place[] = [];
  const add = (filePath: string, memoryType: MemoryType) => places.push({ filePath, memoryType });
  if (managedFolder !== undefined) add(join(managedFolder, "CLAUDE.md"), "Managed");
  if (sources.includes("user")) add(join(configFolder, "CLAUDE.md"), "User");
  for (const directory of fromRootTo(cwd)) {
    if (sources.includes("project")) add(join(directory, "CLAUDE.md"), "Project");
    if (sources.includes("project") && directory === cwd)
      add(join(directory, ".claude", "CLAUDE.md"), "Project");
    if (sources.includes("local")) add(join(directory, "CLAUDE.local.md"), "Local");
  }
  return places;
}

/** A directory after all its parents. */
function fromRootTo(directory: string): readonly string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [...fromRootTo(parent), directory];
}

/**
 * The nearest folder above that is under version control, else the directory itself. A folder that contains
 * the user's home is not a project: many people keep their home under version control.
 */
function projectRoot(cwd: string, home: string): string {
  const holdsHome = new Set([home, realPathOf(home) ?? home].flatMap(fromRootTo));
  return (
    fromRootTo(cwd).findLast(
      (directory) => existsSync(join(directory, ".git")) && !holdsHome.has(directory),
    ) ?? cwd
  );
}

const owners: Readonly<Record<MemoryType, string>> = {
  Managed: "from this machine's administrator",
  User: "from the user, for all projects",
  Project: "from the project, shared by everyone who works on it",
  Local: "from the user, for this project",
};

/** The files as the model reads them. Their own bytes are unchanged. */
function instructionsText(files: readonly InstructionFile[], heading: string): string {
  if (files.length === 0) return "";
  const parts = files.map(({ filePath, memoryType, parentFilePath, content }) => {
    const imported = parentFilePath === undefined ? "" : `, imported by ${parentFilePath}`;
    return `File ${filePath} (${owners[memoryType]}${imported}):\n\n${content}`;
  });
  return [heading, ...parts].join("\n\n");
}
