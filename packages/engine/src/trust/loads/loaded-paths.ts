import { dirname, extname, isAbsolute, resolve } from "node:path";
import { statOf } from "../../stat-of.ts";
import type { KnownValues } from "../word-value.ts";
import { javaScriptLoads, otherLoads, pythonLoads, type ScriptPlace } from "./module-loads.ts";
import { type Load, shellLoads } from "./shell-loads.ts";

/** A script whose text is examined. */
export interface ReadScript extends ScriptPlace {
  readonly text: string;
  /** The hook's root: relative paths in a shell script start in the current directory, which is usually this one. */
  readonly root: string;
  /** The current directory of the next run, if it is another one. */
  readonly cwd?: string | undefined;
  readonly variables: ReadonlyMap<string, string>;
}

/** A path that a script may load. */
export interface LoadedPath {
  readonly path: string;
  /** As a program of its own. */
  readonly started: boolean;
  /** Data that it reads with `<`: protected from the agent, but not part of what is trusted, since hooks may write it. */
  readonly isInput?: boolean;
  /** As written, if the current directory decides which file a shell script takes in. */
  readonly relative?: string | undefined;
  /** Found from the current directory, which is another one than the project's. */
  readonly atCwd?: boolean | undefined;
}

type Language = "shell" | "javascript" | "python" | "other";

const extensions: Readonly<Record<string, Language>> = {
  ...ofAll("shell", "sh bash zsh ksh dash"),
  ...ofAll("javascript", "js mjs cjs jsx ts mts cts tsx"),
  ...ofAll("python", "py pyw"),
  ...ofAll("other", "rb pl pm php"),
};

const programs: Readonly<Record<string, Language>> = {
  ...ofAll("shell", "sh bash zsh ksh dash"),
  ...ofAll("javascript", "node bun deno tsx ts-node"),
  ...ofAll("python", "python python3"),
  ...ofAll("other", "ruby perl php"),
};

/**
 * Every path that a script may load or start, existing or not, as far as its text says so literally.
 *
 * A script without a known extension or `#!` line is read as each language: a path too many is checked for nothing.
 */
export async function loadedPaths(script: ReadScript): Promise<readonly LoadedPath[]> {
  return pathsIn(script, languageOf(script));
}

/** Whether a script is, or may be, for Node. */
export const isJavaScript = (path: string, text: string): boolean =>
  (languageOf({ path, text }) ?? "javascript") === "javascript";

const languageOf = ({ path, text }: Pick<ReadScript, "path" | "text">): Language | undefined =>
  extensions[extname(path).slice(1)] ?? languageOfFirstLine(text);

export const hasScriptExtension = (path: string): boolean =>
  extensions[extname(path).slice(1).toLowerCase()] !== undefined;

/** Whether a program runs the script that it is given; it may have a version in its name. */
export const isInterpreter = (name: string): boolean =>
  (programs[name] ?? programs[name.replace(/[\d.]+$/, "")]) !== undefined;

/** The words for files of the project that a shell script loads or starts from the current directory. */
export async function relativeLoads(script: ReadScript): Promise<readonly string[]> {
  if (languageOf(script) !== "shell") return [];
  const loads = await shellLoads(script.text, valuesIn(script));
  const found = loads.filter(dependsOnCwd).filter(isFileIn(script.root));
  return [...new Set(found.map(({ written, path }) => written ?? path))];
}

const isFileIn =
  (root: string) =>
  ({ path }: { readonly path: string }): boolean =>
    statOf(resolve(root, path))?.isFile() === true;

/** The words for files that a shell script loads or starts and that are known only at run time. */
export const unresolvedLoads = async (script: ReadScript): Promise<readonly string[]> =>
  languageOf(script) === "shell"
    ? unresolvedOf(await shellLoads(script.text, valuesIn(script)), script)
    : [];

/** The same for loads of a shell text. */
export async function unresolvedOf(
  loads: readonly Load[],
  script: Omit<ReadScript, "text">,
): Promise<readonly string[]> {
  const found = loads.map(async (load) => {
    if ("unresolved" in load) return [load.unresolved];
    if ("text" in load && programs[load.program] === "shell")
      return unresolvedOf(await shellLoads(load.text, valuesIn(script)), script);
    if (!("path" in load)) return [];
    if (load.unsure === undefined) return [];
    const places = await pathsOfLoads(
      loads.filter((other) => "path" in other && other.unsure === load.unsure),
      script,
    );
    return places.some(({ path }) => statOf(path)?.isFile()) ? [] : [load.unsure];
  });
  return [...new Set((await Promise.all(found)).flat())];
}

/** A relative path, before any `cd` to a folder that is known: hooks run in the folder that the agent is in. */
const dependsOnCwd = (load: Load): load is Extract<Load, { readonly path: string }> =>
  "path" in load && load.isInput !== true && load.unsure === undefined && !isAbsolute(load.path);

/** The paths that loads of a shell text mean. */
export async function pathsOfLoads(
  loads: readonly Load[],
  script: Omit<ReadScript, "text">,
): Promise<readonly LoadedPath[]> {
  const cwd = script.cwd === undefined ? [] : [script.cwd];
  const paths = loads.map(async (load) => {
    if ("unresolved" in load) return [];
    if ("path" in load) {
      const relative = dependsOnCwd(load) && !load.started ? load.path : undefined;
      return [
        { ...load, path: resolve(script.root, load.path), relative },
        { ...load, path: resolve(dirname(script.path), load.path) },
        ...(isAbsolute(load.path) ? [] : cwd).map((base) => ({
          ...load,
          path: resolve(base, load.path),
          atCwd: true,
        })),
      ];
    }
    // Relative paths in a program text start in the current directory.
    const starts = [script.root, ...cwd];
    const folders = load.folders.flatMap((folder) => starts.map((start) => resolve(start, folder)));
    const found = [...new Set(folders)].map((folder) => {
      const place = resolve(folder, "text");
      const text = { ...script, path: place, top: place, text: load.text };
      return pathsIn(text, programs[load.program]);
    });
    return (await Promise.all(found)).flat().map(({ path }) => ({ path, started: true }));
  });
  return (await Promise.all(paths)).flat();
}

async function pathsIn(
  script: ReadScript,
  language: Language | undefined,
): Promise<readonly LoadedPath[]> {
  const { text } = script;
  switch (language) {
    case "shell":
      return pathsOfLoads(await shellLoads(text, valuesIn(script)), script);
    case "javascript":
      return inProcess(javaScriptLoads(text, script));
    case "python":
      return inProcess(pythonLoads(text, script));
    case "other":
      return inProcess(otherLoads(text, script));
    default: {
      const all = (["shell", "javascript", "python", "other"] as const).map((one) =>
        pathsIn(script, one),
      );
      return (await Promise.all(all)).flat();
    }
  }
}

const inProcess = (paths: readonly string[]): readonly LoadedPath[] =>
  paths.map((path) => ({ path, started: false }));

function languageOfFirstLine(text: string): Language | undefined {
  const [first = ""] = text.split("\n", 1);
  if (!first.startsWith("#!")) return undefined;
  const names = first
    .slice(2)
    .trim()
    .split(/[\s/]+/);
  const known = names.map((name) => programs[name.replace(/[\d.]+$/, "")] ?? programs[name]);
  return known.find((language) => language !== undefined);
}

/** The variables of a hook, and the usual ways to name the folder of a script. */
function valuesIn({ path, variables }: Omit<ReadScript, "text">): KnownValues {
  const folder = dirname(path);
  const own: ReadonlyMap<string, string> = new Map([
    ["0", path],
    ["BASH_SOURCE", path],
    ["PWD", "."],
  ]);
  return {
    get: (name) => variables.get(name) ?? own.get(name),
    expand(text) {
      if (/^\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}$/.test(text)) return folder;
      if (text === `\${BASH_SOURCE[0]}`) return path;
      if (/^(?:\$\(\s*pwd\s*\)|`pwd`)$/.test(text)) return ".";
      const below =
        /dirname\s+(?:--\s+)?"?\$\{?(?:0|BASH_SOURCE)(?:\[0\])?\}?"?\s*\)?"?((?:\/[\w.-]+)*)/;
      const found = below.exec(text);
      return found ? resolve(folder, `.${found[1] ?? ""}`) : undefined;
    },
  };
}

function ofAll(language: Language, names: string): Readonly<Record<string, Language>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, language]));
}
