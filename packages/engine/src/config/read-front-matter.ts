import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import type { EventName } from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import type { Origin } from "../stages/snapshot.ts";
import { misspeltKeys } from "./front-matter-keys.ts";
import { isBelow } from "./is-below.ts";
import { readHooks } from "./read-hooks.ts";
import {
  failed,
  loaded,
  nothing,
  type ReadContext,
  type ReadSource,
  readSourceFile,
} from "./read-settings.ts";
import { isAbsent, troubleOf } from "./read-text.ts";
import { readYaml } from "./yaml-document.ts";

/** A folder with skills, commands or agents, and whether it needs trust. */
export interface FrontMatterPlace {
  readonly folder: string;
  readonly kind: "skill" | "command" | "agent";
  readonly root: string | undefined;
  readonly needsTrust: boolean;
}

/** The commands or skills of a plugin: a folder, or the single file of a command, below its root. */
export async function readPluginCommands(
  path: string,
  kind: "command" | "skill",
  plugin: Origin & { readonly root: string },
  context: ReadContext,
): Promise<readonly ReadSource[]> {
  const isFile = path.endsWith(".md");
  const folder = isFile ? dirname(path) : path;
  const place = { folder, kind, root: plugin.root, needsTrust: true } as const;
  const files = isFile ? [path] : await markdownFiles(place).catch(() => []);
  const originOf = (name: string): Origin => ({ ...plugin, command: `${plugin.owner}:${name}` });
  const inside = await inBatches(files, async (file) => {
    const real = await realpath(file).catch(() => undefined);
    return real !== undefined && isBelow(plugin.root, real) ? [file] : [];
  });
  return inBatches(inside.flat(), (file) =>
    readMarkdown(file, place, originOf, undefined, context),
  );
}

/** Reads the hooks in the front matter of all skills, commands or agents of a folder (C1, C3). */
export async function readFrontMatter(
  place: FrontMatterPlace,
  mainAgent: string | undefined,
  context: ReadContext,
): Promise<readonly ReadSource[]> {
  const { folder, kind, root, needsTrust } = place;
  const originOf = (owner: string | undefined): Origin => ({
    scope: kind,
    root,
    needsTrust,
    owner,
  });
  try {
    const files = await markdownFiles(place);
    if (files.length === 0)
      return [nothing(folder, originOf(undefined), "absent", `it contains no ${kind}s`)];
    return inBatches(files, (file) => readMarkdown(file, place, originOf, mainAgent, context));
  } catch (error) {
    if (isAbsent(error, folder)) return [nothing(folder, originOf(undefined), "absent")];
    const at = { file: folder, line: 1, column: 1, path: "" };
    const trouble = troubleOf(error);
    const failure = failed(at, originOf(undefined), "unreadable", "unreadable-folder", trouble);
    return [{ ...failure, text: trouble.message, covers: folder }];
  }
}

async function markdownFiles({ folder, kind }: FrontMatterPlace): Promise<readonly string[]> {
  const names = (await readdir(folder)).sort();
  if (kind === "command") return walkFiles(folder);
  // A plugin may name the folder of a single skill.
  if (kind === "skill" && names.includes("SKILL.md")) return [join(folder, "SKILL.md")];
  if (kind === "agent")
    return names.filter((name) => name.endsWith(".md")).map((name) => join(folder, name));
  const isFolder = (name: string) =>
    stat(join(folder, name)).then(
      (facts) => facts.isDirectory(),
      () => false,
    );
  const folders = await inBatches(names, async (name) => ((await isFolder(name)) ? [name] : []));
  return folders.flat().map((name) => join(folder, name, "SKILL.md"));
}

/** Commands may be in folders, as deep as the agent looks for them. */
async function walkFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What a file is called if its front matter does not say: a command's name is its path, with `:`. */
function nameOf(file: string, { kind, folder }: FrontMatterPlace): string {
  if (kind === "skill") return basename(dirname(file));
  if (kind === "agent") return basename(file, ".md");
  return relative(folder, file).replace(/\.md$/, "").split(sep).join(":");
}

function readMarkdown(
  file: string,
  place: FrontMatterPlace,
  originOf: (owner: string) => Origin,
  mainAgent: string | undefined,
  context: ReadContext,
): Promise<ReadSource> {
  const fallback = nameOf(file, place);
  const origin = originOf(fallback);
  const readHooksOf = async (front: FrontMatter): Promise<ReadSource> => {
    if (!mayHaveHooks.test(front.text)) return loaded(file, origin);
    const yaml = front.closed
      ? await readYaml(file, front.text, 1)
      : { ok: false as const, place: { file, line: 1, column: 1, path: "" }, message: notClosed };
    if (!yaml.ok)
      return failed(yaml.place, origin, "invalid", "not-yaml", {
        message: yaml.message,
        advice: "fix the front matter; its hooks are ignored until then",
      });
    const { value } = yaml.document;
    if (!isObject(value) || !("hooks" in value)) return loaded(file, origin);
    const named = place.kind === "command" ? undefined : value["name"];
    const owner = originOf(textOr(named, fallback));
    const asSubagent = owner.scope === "agent" && owner.owner !== mainAgent;
    const read = readHooks(yaml.document, value["hooks"], {
      ...context,
      origin: owner,
      ...(asSubagent ? { readEvent: eventOfSubagent } : {}),
    });
    return loaded(file, owner, read);
  };
  return readSourceFile(file, origin, async (text) => {
    const front = frontMatter(text);
    if (front === undefined) return loaded(file, origin);
    const source = await readHooksOf(front);
    const misspelt = misspeltKeys(file, front.text, place.kind);
    return { ...source, diagnostics: [...misspelt, ...source.diagnostics] };
  });
}

const textOr = (value: unknown, fallback: string): string =>
  typeof value === "string" && value !== "" ? value : fallback;

const notClosed = "the front matter is not closed: the second --- line is missing";

/** Front matter is often not valid YAML; here that matters only if it could contain hooks. */
const mayHaveHooks = /^[ \t]*(?:\{[ \t]*|\? )?["']?hooks["']?[ \t]*:/m;

interface FrontMatter {
  readonly text: string;
  readonly closed: boolean;
}

/** The lines between the first line, if it is `---`, and the next such line. */
function frontMatter(text: string): FrontMatter | undefined {
  const first = /^---[ \t]*\r?\n/.exec(text)?.[0];
  if (first === undefined) return undefined;
  const rest = text.slice(first.length);
  const end = /^---[ \t]*\r?$/m.exec(rest)?.index;
  return { text: rest.slice(0, end), closed: end !== undefined };
}

/** C3: an agent's Stop is SubagentStop when it runs as a subagent. */
const subagentNames: Readonly<Partial<Record<EventName, EventName>>> = { Stop: "SubagentStop" };
export const eventOfSubagent = (event: EventName): EventName => subagentNames[event] ?? event;

/** Files open at the same time, well below the limit of a process. */
const batchSize = 32;

/** Maps all items, a batch at a time, and keeps their order. */
async function inBatches<Item, Result>(
  items: readonly Item[],
  each: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += batchSize)
    results.push(...(await Promise.all(items.slice(start, start + batchSize).map(each))));
  return results;
}
