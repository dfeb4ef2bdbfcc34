import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { EventName } from "@snaphook/protocol";
import type { Origin } from "../stages/snapshot.ts";
import { isObject } from "./is-object.ts";
import type { JsonDocument } from "./json-document.ts";
import { readHooks } from "./read-hooks.ts";
import { failed, nothing, type ReadContext, type ReadSource } from "./read-settings.ts";
import { readText } from "./read-text.ts";
import { readYaml } from "./yaml-document.ts";

/** A folder with skills or agents, and who brings it. */
export interface FrontMatterPlace {
  readonly folder: string;
  readonly kind: "skill" | "agent";
  readonly root: string | undefined;
  readonly needsTrust: boolean;
}

/** Reads the hooks in the front matter of all skills or agents of a folder (C1, C3). */
export async function readFrontMatter(
  place: FrontMatterPlace,
  mainAgent: string | undefined,
  context: ReadContext,
): Promise<readonly ReadSource[]> {
  const files = await markdownFiles(place);
  const sources = await Promise.all(
    files.map((file) => readMarkdown(file, place, mainAgent, context)),
  );
  return sources.filter((source) => source !== undefined);
}

async function markdownFiles({ folder, kind }: FrontMatterPlace): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const files = kind === "skill" ? names.map((name) => join(name, "SKILL.md")) : names;
  return files
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => join(folder, name));
}

async function readMarkdown(
  file: string,
  place: FrontMatterPlace,
  mainAgent: string | undefined,
  context: ReadContext,
): Promise<ReadSource | undefined> {
  const read = await readText(file);
  if (read.state === "absent") return undefined;
  const origin = (owner: string): Origin => ({
    scope: place.kind,
    root: place.root,
    needsTrust: place.needsTrust,
    owner,
  });
  const fallback = place.kind === "skill" ? basename(join(file, "..")) : basename(file, ".md");
  if (read.state === "unreadable")
    return failed(
      { file, line: 1, column: 1, path: "" },
      origin(fallback),
      "unreadable",
      "unreadable-file",
      read,
    );
  const front = /^---\r?\n([\s\S]*?)\r?\n---/.exec(read.text)?.[1];
  if (front === undefined || !/^["']?hooks["']?\s*:/m.test(front)) return undefined;
  const yaml = await readYaml(file, front, 1);
  if (!yaml.ok)
    return failed(yaml.place, origin(fallback), "invalid", "not-yaml", {
      message: yaml.message,
      advice: "mend the front matter; its hooks do not count until then",
    });
  const hooks = frontMatterHooks(
    file,
    yaml.document,
    origin,
    fallback,
    { mainAgent, kind: place.kind },
    context,
  );
  return { ...hooks, text: read.text };
}

function frontMatterHooks(
  file: string,
  document: JsonDocument,
  origin: (owner: string) => Origin,
  fallback: string,
  { mainAgent, kind }: { readonly mainAgent: string | undefined; readonly kind: "skill" | "agent" },
  context: ReadContext,
): ReadSource {
  const value = isObject(document.value) ? document.value : {};
  const owner = typeof value["name"] === "string" ? value["name"] : fallback;
  const asSubagent = kind === "agent" && owner !== mainAgent;
  const read = readHooks(document, value["hooks"], {
    ...context,
    origin: origin(owner),
    ...(asSubagent ? { readEvent: ofSubagent } : {}),
  });
  return {
    ...nothing(file, origin(owner), "loaded"),
    file: { file, scope: kind, state: "loaded", hooks: read.hooks.length },
    ...read,
  };
}

/** C3: what an agent calls Stop is SubagentStop when it runs as a subagent. */
const subagentNames: Readonly<Partial<Record<EventName, EventName>>> = { Stop: "SubagentStop" };
const ofSubagent = (event: EventName): EventName => subagentNames[event] ?? event;
