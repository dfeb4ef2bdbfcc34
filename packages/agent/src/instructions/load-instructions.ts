import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SettingSource } from "@snaphook/engine/internal";
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

export interface Instructions {
  /** In the order in which the model reads them; what a file imports follows it. */
  readonly files: readonly InstructionFile[];
  /** All of them as one text for the model; empty when there is none. */
  readonly text: string;
  /** What was not read and why, for the user. */
  readonly problems: readonly string[];
}

interface Place {
  readonly filePath: string;
  readonly memoryType: MemoryType;
}

/**
 * Reads the CLAUDE.md files that apply to a directory, with everything they import: managed ones, the user's,
 * then those of all parents from the root down and of the directory itself, nearest last. Each file is read
 * once, even if several paths lead to it.
 */
export async function loadInstructions(options: InstructionOptions): Promise<Instructions> {
  if (options.bare) return { files: [], text: "", problems: [] };
  const cwd = resolve(options.cwd);
  const reader = importReader({
    home: options.home,
    allowed: importAllowed({ ...options, projectRoot: projectRoot(cwd, options.home) }),
  });
  for (const { filePath, memoryType } of placesOf({ ...options, cwd }))
    await reader.read({ filePath, memoryType, loadReason: "session_start" });
  return { files: reader.files, text: instructionsText(reader.files), problems: reader.problems };
}

function placesOf(options: InstructionOptions): readonly Place[] {
  const { cwd, home, managedFolder, configFolder = join(home, ".claude") } = options;
  const sources: readonly SettingSource[] = options.settingSources ?? ["user", "project", "local"];
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
function instructionsText(files: readonly InstructionFile[]): string {
  if (files.length === 0) return "";
  const parts = files.map(({ filePath, memoryType, parentFilePath, content }) => {
    const imported = parentFilePath === undefined ? "" : `, imported by ${parentFilePath}`;
    return `File ${filePath} (${owners[memoryType]}${imported}):\n\n${content}`;
  });
  return [
    "Standing instructions for this session. Where two of them disagree, follow the later one.",
    ...parts,
  ].join("\n\n");
}
