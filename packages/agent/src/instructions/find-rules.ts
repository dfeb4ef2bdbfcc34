import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isObject, yamlProblem } from "@snaphook/engine/internal";
import { splitFrontMatter } from "../split-front-matter.ts";
import type { MemoryType } from "./instruction-file.ts";
import { readTextFile } from "./read-text-file.ts";

/** A folder of rules, and the folder that their paths are relative to. */
export interface RulesPlace {
  readonly folder: string;
  readonly root: string;
  readonly memoryType: MemoryType;
}

/** A file of rules. */
export interface RuleFile {
  readonly filePath: string;
  readonly memoryType: MemoryType;
  /** The globs of `paths`, for files below `root`; undefined: it always applies. */
  readonly globs: readonly string[] | undefined;
  readonly root: string;
}

/** More than any front matter needs; YAML takes long to parse. */
const maxFrontMatterLength = 64 * 1024;

/** The files of rules in a folder and below it, in the order of their names. */
export async function findRules(
  { folder, root, memoryType }: RulesPlace,
  report: (problem: string) => void,
): Promise<readonly RuleFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (): Dirent[] => [],
  );
  const paths = entries
    .filter((entry) => entry.name.endsWith(".md") && !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(
    paths.map(async (filePath) => {
      const globs = await globsOf(filePath, report);
      return { filePath, memoryType, globs, root };
    }),
  );
}

/** What cannot be read is reported when it is loaded. */
async function globsOf(
  filePath: string,
  report: (problem: string) => void,
): Promise<readonly string[] | undefined> {
  const read = await readTextFile(filePath);
  const front = read.state === "text" ? splitFrontMatter(read.text).front : undefined;
  if (front === undefined) return undefined;
  try {
    if (front.length > maxFrontMatterLength) throw new Error("it is longer than 64 KB");
    const { parse } = await import("yaml");
    const values: unknown = parse(front, { maxAliasCount: 0 });
    return isObject(values) && values["paths"] !== undefined ? listOf(values["paths"]) : undefined;
  } catch (error) {
    report(
      `${filePath}: the front matter is not valid YAML (${yamlProblem(error)}), so its "paths" are ignored and the rules apply to all files`,
    );
    return undefined;
  }
}

function listOf(paths: unknown): readonly string[] {
  const texts = Array.isArray(paths) ? paths : String(paths).split(",");
  return texts.map((text) => String(text).trim()).filter((text) => text !== "");
}
