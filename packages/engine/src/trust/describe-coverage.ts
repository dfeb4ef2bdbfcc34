import { isAbsolute, relative } from "node:path";
import { handlers, isHandlerType } from "@snaphook/protocol";
import { statOf } from "../stat-of.ts";
import { type CommandWord, commandWords } from "./command-words.ts";
import { octal } from "./differences.ts";
import { loadLimits } from "./loads/load-finder.ts";
import { inlineFlags, isBuiltin, moduleFlags, runsScriptsOf } from "./programs.ts";
import { isInside, pathsOfWord, possiblePaths, type ScriptFile } from "./script-files.ts";
import type { UnresolvedLoad } from "./script-reader.ts";
import {
  definitionText,
  knownVariables,
  type TrustEnvironment,
  type TrustSubject,
} from "./trust-subject.ts";

/** T9: what trusting a hook covers. A change in what is covered needs trust again; a change in the rest does not. */
export interface Coverage {
  readonly covered: readonly CoveredPart[];
  readonly notCovered: readonly { readonly what: string; readonly why: string }[];
}

type CoveredPart =
  | { readonly what: "definition"; readonly text: string }
  | {
      readonly what: "file";
      /** Relative to the root if it is inside. */
      readonly path: string;
      /** The real path, if the path has links. */
      readonly target: string | undefined;
      /** The first 12 digits; undefined if the file cannot be read. */
      readonly sha256: string | undefined;
      readonly size: number;
      /** Permission bits, in octal. */
      readonly mode: string;
      /** A script loads it; the command does not name it. */
      readonly loaded: boolean;
    };

type Gap = Coverage["notCovered"][number];

export async function describeCoverage(
  subject: TrustSubject,
  environment: TrustEnvironment,
  files: readonly ScriptFile[],
  unresolved: readonly UnresolvedLoad[],
): Promise<Coverage> {
  const words = await commandWords(subject.handler, knownVariables(subject, environment));
  const named = possiblePaths(words, subject.root);
  const gaps = [
    ...elsewhereGaps(subject),
    ...programGaps(words),
    ...words.flatMap((word) => wordGap(word, subject.root, files)),
    ...unresolved.flatMap((load) => loadGap(load, subject.root)),
    ...(files.length > 0 ? [chainGap] : []),
  ];
  const byText = new Map(gaps.map((gap) => [`${gap.what}\n${gap.why}`, gap]));
  return {
    covered: [
      { what: "definition", text: definitionText(subject) },
      ...files.map((file) => ({
        ...coveredFile(file, subject.root),
        loaded: !named.includes(file.path),
      })),
    ],
    notCovered: [...byText.values()],
  };
}

const chainGap: Gap = {
  what: "what these files load or start in another way",
  why: `only files inside the root that they load by a literal path are checked, and of these at most ${loadLimits.files}; not packages, and not paths that are put together when the hook runs`,
};

/** A gap in a script; those in the command are found with its words. */
const loadGap = ({ text, file, isRelative }: UnresolvedLoad, root: string): readonly Gap[] =>
  file === undefined
    ? []
    : [
        {
          what: `${text} in ${isInside(root, file) ? relative(root, file) : file}`,
          why: isRelative
            ? "relative to the folder that the agent is in; the hook refuses where it means another file"
            : "only known when the script runs",
        },
      ];

function coveredFile({ path, target, sha256, size, mode }: ScriptFile, root: string) {
  return {
    what: "file" as const,
    path: isInside(root, path) ? relative(root, path) : path,
    target: target === path ? undefined : target,
    sha256: sha256?.slice(0, 12),
    size,
    mode: octal(mode),
  };
}

/** What a hook's answer depends on that is not in its definition. */
function elsewhereGaps({ handler }: TrustSubject): readonly Gap[] {
  const { type } = handler;
  const gap = isHandlerType(type) ? handlers[type].dependsOn : undefined;
  return gap ? [gap] : [];
}

/** What programs run that is not in the command itself. */
function programGaps(words: readonly CommandWord[]): readonly Gap[] {
  let program = "";
  return words.flatMap(({ role, value, text }): readonly Gap[] => {
    if (role === "program") {
      program = value?.split("/").at(-1) ?? "";
      const scripts = runsScriptsOf.get(program);
      return [
        ...(value && !value.includes("/") && !isBuiltin(value) ? [onPath(value)] : []),
        ...(scripts ? [{ what: `what ${program} runs`, why: scripts }] : []),
      ];
    }
    if (inlineFlags.get(program)?.includes(text))
      return [
        {
          what: `what the text after ${program} ${text} loads or calls`,
          why: "the text is part of the definition, the files and programs it uses are not",
        },
      ];
    if (moduleFlags.get(program)?.some((flag) => text === flag || text.startsWith(`${flag}=`)))
      return [
        { what: `the module after ${program} ${text}`, why: "it is found by name, not as a file" },
      ];
    return [];
  });
}

const onPath = (what: string): Gap => ({
  what,
  why: "a program found on PATH when the hook runs; neither its location nor its content is checked",
});

/** A descriptor after `>&`, or a device. */
const isNoFile = /^(\d+-?|-|\/dev\/.*)$/;

/** Why a word that looks like a file is not covered, or not fully. */
function wordGap(word: CommandWord, root: string, files: readonly ScriptFile[]): readonly Gap[] {
  const { value, text, role } = word;
  const gap = (why: string): readonly Gap[] => [{ what: text, why }];
  if (role === "output" && value && isNoFile.test(value)) return [];
  if (role === "output") return gap("written by the hook, so its content is expected to change");
  if (value === undefined) return gap("only known when the command runs");
  const paths = pathsOfWord(word, root);
  if (paths.length === 0) return [];
  if (paths.some((path) => files.some((file) => file.path === path)))
    return isAbsolute(value) || word.folders.every(isAbsolute)
      ? []
      : gap("checked relative to the root, but the hook runs in the agent's current directory");
  if (/\s/.test(value) || !value.includes("/")) return [];
  if (word.isElsewhere && !isAbsolute(value))
    return gap("relative to a folder that is only known when the command runs");
  return gap(whyNotChecked(value, paths, root));
}

/** Why a path of which no file is covered is not. */
function whyNotChecked(value: string, paths: readonly string[], root: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return "an address; what is there is not checked";
  const there = paths.map((path) => statOf(path)).find((facts) => facts !== undefined);
  const what = there?.isDirectory() ? "a folder" : "a pipe or a device";
  if (!paths.some((path) => isInside(root, path))) return "outside the project and plugin root";
  return there && !there.isFile()
    ? `it is ${what}, not a file, so its content is not checked; if a file replaces it, the hook must be trusted again`
    : "there is no such file inside the root; if one appears, the hook must be trusted again";
}
