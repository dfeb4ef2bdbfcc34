import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import type { ConfiguredHook } from "@snaphook/engine";
import {
  type CommandWord,
  hookWords,
  type UnresolvedLoad,
  unprotectedLoads,
} from "@snaphook/engine/internal";
import { type Profile, programOf } from "@snaphook/protocol";
import { type ScriptWord, scriptWords } from "./script-words.ts";

/** What lint can find out about a hook's program without running it. */
export interface HookCode {
  readonly scripts: readonly Script[];
  /** Whether the hook runs a program; the other types ask a server or a model. */
  readonly isProgram: boolean;
  /** The words of its command. */
  readonly words: readonly CommandWord[];
  /** What it loads or starts by a path that is known only when it runs. */
  readonly unresolved: readonly UnresolvedLoad[];
  /** What its command starts in: a shell, nothing (`args`, or a profile without a shell), or PowerShell. */
  readonly form: "shell" | "program" | "powershell";
  /** The command and the content of its scripts; undefined if a script could not be read. */
  readonly text: string | undefined;
}

export interface Script extends ScriptWord {
  readonly isRelative: boolean;
  /** Where it is looked for; undefined when that depends on the folder the hook runs in. */
  readonly path: string | undefined;
  readonly found: "file" | "something-else" | "nothing" | "not-looked-for";
  readonly isExecutable: boolean;
  /** Whether anyone may read it. */
  readonly isReadable: boolean;
  /** Its text; undefined if it could not be read or is not text. */
  readonly content: string | undefined;
}

/** What the code of a hook is read for. */
export interface Surroundings {
  readonly projectDirectory: string;
  readonly home: string;
  readonly platform: string;
  readonly profile: Pick<Profile, "commandForm">;
}

const noCode = {
  scripts: [],
  words: [],
  unresolved: [],
  isProgram: true,
  text: undefined,
} as const;

export async function readHookCode(hook: ConfiguredHook, folders: Surroundings): Promise<HookCode> {
  const program = programOf(hook.handler);
  if (!program) return { ...noCode, isProgram: false, form: "program" };
  const command = [program.command, ...(program.args ?? [])].join("\n");
  const isPlain = program.args !== undefined || folders.profile.commandForm === "words";
  // PowerShell has other rules for paths.
  if (program.shell === "powershell" && !isPlain)
    return { ...noCode, text: command, form: "powershell" };
  const words = await hookWords(hook, folders);
  const base = words.some(changesFolder) ? undefined : baseOf(hook, folders);
  const scripts = await Promise.all(scriptWords(words).map((word) => look(word, base, folders)));
  const texts = scripts.map(({ content }) => content);
  const readable = texts.every((text) => text !== undefined);
  return {
    scripts,
    words,
    unresolved: await unprotectedLoads(hook, folders),
    isProgram: true,
    text: readable ? [command, ...texts].join("\n") : undefined,
    form: isPlain ? "program" : "shell",
  };
}

/** After `cd` a relative path is intended. */
const changesFolder = ({ role, value }: CommandWord): boolean =>
  role === "program" && (value === "cd" || value === "pushd");

/** The folder that relative paths start from; hooks outside a project run in many folders. */
const baseOf = ({ origin }: ConfiguredHook, { projectDirectory }: Surroundings): string =>
  origin.root !== undefined && origin.scope !== "plugin" ? projectDirectory : "";

/** `base`: empty for hooks that run in many folders, undefined if the command changes the folder itself. */
async function look(
  word: ScriptWord,
  base: string | undefined,
  { platform, projectDirectory }: Surroundings,
): Promise<Script> {
  const { value } = word;
  const isRelative = !isAbsolute(value) && base !== undefined;
  const path = isAbsolute(value) ? value : base && resolve(base, value);
  if (!path) {
    // It may be another file in another folder. Where it is a script of this project, its text says what the hook does.
    const content = base === "" ? await contentOf(resolve(projectDirectory, value)) : undefined;
    return { ...word, isRelative, path: undefined, ...unseen, content };
  }
  const stats = await stat(path).catch(() => undefined);
  const facts = factsOf(stats, platform);
  const content = facts.found === "file" ? await contentOf(path) : undefined;
  return { ...word, isRelative, path, ...facts, content };
}

type Facts = Pick<Script, "found" | "isExecutable" | "isReadable">;

const unseen = {
  found: "not-looked-for",
  isExecutable: true,
  isReadable: true,
  content: undefined,
} as const;

function factsOf(stats: Stats | undefined, platform: string): Facts {
  if (!stats) return { found: "nothing", isExecutable: false, isReadable: false };
  // Windows has no such permissions.
  const has = (bits: number) => platform === "win32" || (stats.mode & bits) !== 0;
  const found = stats.isFile() ? "file" : "something-else";
  return { found, isExecutable: has(0o111), isReadable: has(0o444) };
}

/** A larger file is not a hand-written script. */
const sizeLimit = 1024 * 1024;

async function contentOf(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    if (size > sizeLimit) return undefined;
    const text = await readFile(path, "utf8");
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
