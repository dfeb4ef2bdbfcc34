import { relative } from "node:path";
import { type KeptTexts, readSmallText } from "./kept-texts.ts";
import { lineDiff } from "./line-diff.ts";
import { maxScriptBytes } from "./observe-file.ts";
import { isInside, type ScriptFile } from "./script-files.ts";
import type { TrustEntry, TrustedFile } from "./trust-entry.ts";
import { definitionText, type TrustSubject } from "./trust-subject.ts";

/** One difference from what was trusted. */
export interface Difference {
  readonly kind: "definition" | "content" | "mode" | "link" | "added" | "removed" | "unreadable";
  /** The place of the definition, or the file's path (relative to the root if it is inside). */
  readonly where: string;
  /** What changed, in one line. */
  readonly summary: string;
  /** Unified diff, if both texts are known. */
  readonly diff: string | undefined;
}

/** Whether nothing has changed: the same definition, and the same files with the same content and permissions. */
export function isAsTrusted(
  entry: TrustEntry,
  subject: TrustSubject,
  files: readonly ScriptFile[],
): boolean {
  if (definitionText(entry) !== definitionText(subject)) return false;
  if (entry.files.length !== files.length) return false;
  const byPath = new Map(entry.files.map((file) => [file.path, file]));
  return files.every(({ path, target, sha256, mode }) => {
    const trusted = byPath.get(path);
    return trusted?.target === target && trusted.sha256 === sha256 && trusted.mode === mode;
  });
}

/** All differences of a hook and its files from what was trusted. */
export async function differencesFrom(
  entry: TrustEntry,
  subject: TrustSubject,
  files: readonly ScriptFile[],
  texts: KeptTexts,
): Promise<readonly Difference[]> {
  const before = new Map(entry.files.map((file) => [file.path, file]));
  const now = new Map(files.map((file) => [file.path, file]));
  const paths = [...new Set([...before.keys(), ...now.keys()])];
  const ofFiles = await Promise.all(
    paths.map(async (path) => {
      const where = isInside(subject.root, path) ? relative(subject.root, path) : path;
      const difference = await fileDifference(before.get(path), now.get(path), texts);
      if (!difference) return [];
      return [{ ...difference, where, summary: `${where}: ${difference.summary}` }];
    }),
  );
  return [...definitionDifference(entry, subject), ...ofFiles.flat()];
}

function definitionDifference(entry: TrustEntry, subject: TrustSubject): readonly Difference[] {
  const [old, now] = [definitionText(entry), definitionText(subject)];
  if (old === now) return [];
  const diff = lineDiff(old, now);
  return [{ kind: "definition", where: subject.place, summary: "the definition was edited", diff }];
}

type FileDifference = Omit<Difference, "where">;

async function fileDifference(
  before: TrustedFile | undefined,
  now: ScriptFile | undefined,
  texts: KeptTexts,
): Promise<FileDifference | undefined> {
  if (!now) return before && { kind: "removed", summary: "the file is gone", diff: undefined };
  if (!before) return { kind: "added", summary: `a new file, ${bytes(now)}`, diff: undefined };
  if (now.sha256 === undefined)
    return {
      kind: "unreadable",
      summary: now.size > maxScriptBytes ? "it is too large to be trusted" : "it cannot be read",
      diff: undefined,
    };
  const contentChanged = before.sha256 !== now.sha256;
  const diff = contentChanged ? await contentDiff(before, now, texts) : undefined;
  if (before.target !== now.target) {
    const summary = `the link now points to ${now.target} instead of ${before.target}`;
    return { kind: "link", summary, diff };
  }
  const modes = `permissions changed, ${octal(before.mode)} → ${octal(now.mode)}`;
  const modeChanged = before.mode !== now.mode;
  if (!contentChanged) return modeChanged ? { kind: "mode", summary: modes, diff } : undefined;
  const summary = `content changed, ${before.size} → ${bytes(now)}`;
  return { kind: "content", summary: modeChanged ? `${summary}; ${modes}` : summary, diff };
}

async function contentDiff(
  before: TrustedFile,
  now: ScriptFile,
  texts: KeptTexts,
): Promise<string | undefined> {
  const [old, current] = [await texts.find(before.sha256), await readSmallText(now.target)];
  return old === undefined || current === undefined ? undefined : lineDiff(old, current);
}

/** Permission bits as `chmod` takes them. */
export const octal = (mode: number): string => mode.toString(8).padStart(3, "0");

const bytes = ({ size }: { readonly size: number }): string => `${size} bytes`;
