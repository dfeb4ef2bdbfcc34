import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { getOrCreate } from "../get-or-create.ts";
import type { ToolContext } from "../tool.ts";

/** The digest of each file's content that the model has last seen. */
const knownFiles = ({ memory }: ToolContext): Map<string, string> =>
  getOrCreate(memory, "known-files", () => new Map<string, string>());

/** Records the content that the model has seen, because a tool read or wrote it. */
export async function rememberFile(
  path: string,
  content: string | Buffer,
  context: ToolContext,
): Promise<void> {
  knownFiles(context).set(await trueName(path), digestOf(content));
}

/**
 * Why the model must not change a file: it has not read it, or the file was changed since. A file that
 * was only touched has not changed.
 */
export async function objectionToChange(
  path: string,
  context: ToolContext,
): Promise<string | undefined> {
  const known = knownFiles(context).get(await trueName(path));
  if (known === undefined) return `${path} has not been read in this session. Read it first.`;
  const content = await readFile(path).catch(() => undefined);
  if (content !== undefined && digestOf(content) === known) return undefined;
  return `${path} has changed since you read it; the user or a program changed it. Read it again first.`;
}

/**
 * Accepts what hooks did to a file that a tool has just written, so that the next change is not refused.
 * Returns what happened, for the model; undefined if the file is as the tool wrote it.
 */
export async function acceptChange(
  path: string,
  context: ToolContext,
): Promise<string | undefined> {
  const name = await trueName(path);
  const known = knownFiles(context).get(name);
  const content = await readFile(path).catch(() => undefined);
  if (known === undefined || (content && digestOf(content) === known)) return undefined;
  if (content === undefined) return `A hook removed ${path} after this call.`;
  knownFiles(context).set(name, digestOf(content));
  return `A hook changed ${path} after this call. Read it again if you need its exact content.`;
}

const digestOf = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("hex");

/** One file may have several names. */
const trueName = (path: string): Promise<string> => realpath(path).catch(() => path);
