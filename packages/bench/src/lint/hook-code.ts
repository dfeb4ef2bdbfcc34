import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import type { ConfiguredHook } from "@snaphook/engine";
import { type CommandWord, hookWords } from "@snaphook/engine/internal";
import { programOf } from "@snaphook/protocol";
import { type ScriptWord, scriptWords } from "./script-words.ts";

/** What lint can find out about a hook's program without running it. */
export interface HookCode {
  readonly scripts: readonly Script[];
  /** Whether the hook runs a program; the other types ask a server or a model. */
  readonly isProgram: boolean;
  /** The command and the content of its scripts; undefined if a script could not be read. */
  readonly text: string | undefined;
}

export interface Script extends ScriptWord {
  readonly isRelative: boolean;
  /** Where it is looked for; undefined when that depends on the folder the hook runs in. */
  readonly path: string | undefined;
  readonly found: "file" | "something-else" | "nothing" | "not-looked-for";
  readonly isExecutable: boolean;
}

interface Folders {
  readonly projectDirectory: string;
  readonly home: string;
}

export async function readHookCode(hook: ConfiguredHook, folders: Folders): Promise<HookCode> {
  const program = programOf(hook.handler);
  if (!program) return { scripts: [], isProgram: false, text: undefined };
  const command = [program.command, ...(program.args ?? [])].join("\n");
  // PowerShell has other rules for paths.
  if (program.shell === "powershell") return { scripts: [], isProgram: true, text: command };
  const words = (await hookWords(hook, folders)).map((word) => withHome(word, folders.home));
  const base = words.some(changesFolder) ? undefined : baseOf(hook, folders);
  const scripts = await Promise.all(scriptWords(words).map((word) => look(word, base)));
  const texts = await Promise.all(scripts.map(contentOf));
  const readable = texts.every((text) => text !== undefined);
  return { scripts, isProgram: true, text: readable ? [command, ...texts].join("\n") : undefined };
}

/** Expands `~/x.sh` as the shell does. */
const withHome = (word: CommandWord, home: string): CommandWord =>
  /^~\/[\w./-]+$/.test(word.text) ? { ...word, value: join(home, word.text.slice(2)) } : word;

/** After `cd` a relative path is intended. */
const changesFolder = ({ role, value }: CommandWord): boolean =>
  role === "program" && (value === "cd" || value === "pushd");

/** The folder that relative paths start from; hooks outside a project run in many folders. */
const baseOf = ({ origin }: ConfiguredHook, { projectDirectory }: Folders): string =>
  origin.root !== undefined && origin.scope !== "plugin" ? projectDirectory : "";

/** `base`: empty for hooks that run in many folders, undefined if the command changes the folder itself. */
async function look(word: ScriptWord, base: string | undefined): Promise<Script> {
  const { value } = word;
  const isRelative = !isAbsolute(value) && base !== undefined;
  const path = isAbsolute(value) ? value : base && resolve(base, value);
  if (!path) return { ...word, isRelative, path: undefined, ...unseen };
  const stats = await stat(path).catch(() => undefined);
  return { ...word, isRelative, path, ...factsOf(stats) };
}

const unseen = { found: "not-looked-for", isExecutable: true } as const;

function factsOf(stats: Stats | undefined): Pick<Script, "found" | "isExecutable"> {
  if (!stats) return { found: "nothing", isExecutable: false };
  // Windows has no such permission.
  const isExecutable = process.platform === "win32" || (stats.mode & 0o111) !== 0;
  return { found: stats.isFile() ? "file" : "something-else", isExecutable };
}

/** A larger file is not a hand-written script. */
const sizeLimit = 1024 * 1024;

async function contentOf({ path, found }: Script): Promise<string | undefined> {
  if (path === undefined || found !== "file") return undefined;
  try {
    const { size } = await stat(path);
    if (size > sizeLimit) return undefined;
    const text = await readFile(path, "utf8");
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
