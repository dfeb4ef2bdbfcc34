import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makePrivateFolder, writePrivately } from "./private-json-file.ts";
import type { TrustEntry } from "./trust-entry.ts";

/** Larger scripts are only hashed. */
const maxKeptBytes = 64 * 1024;

/** The texts of trusted scripts, kept beside the store by their hash, to show what changed. */
export interface KeptTexts {
  /** The text as it was trusted; undefined if it was not kept or was changed since. */
  find(sha256: string): Promise<string | undefined>;
  /** Keeps the texts of these entries and removes all others. Called under the store's lock. */
  keepFor(entries: readonly TrustEntry[]): Promise<void>;
}

export function keptTexts(storeFile: string): KeptTexts {
  const folder = join(dirname(storeFile), "trusted-scripts");
  const find = async (sha256: string): Promise<string | undefined> => {
    const text = await readSmallText(join(folder, sha256));
    return text !== undefined && hashOf(text) === sha256 ? text : undefined;
  };

  async function keepFor(entries: readonly TrustEntry[]): Promise<void> {
    await makePrivateFolder(folder);
    const files = entries.flatMap((entry) => entry.files);
    const wanted = new Set(files.map((file) => file.sha256));
    for (const name of await readdir(folder))
      if (!wanted.has(name)) await rm(join(folder, name), { force: true });
    for (const { target, sha256, size } of files) {
      if (size > maxKeptBytes || (await find(sha256)) !== undefined) continue;
      const text = await readSmallText(target);
      if (text !== undefined && hashOf(text) === sha256)
        await writePrivately(join(folder, sha256), text);
    }
  }

  return { find, keepFor };
}

/** A file's text; undefined if it is absent, too large, or not text. */
export async function readSmallText(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size > maxKeptBytes) return undefined;
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const text = decoder.decode(await readFile(path));
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
