import { isObject } from "../is-object.ts";
import type { TrustSubject } from "./trust-subject.ts";

/** A script file as it was when the user trusted it. */
export interface TrustedFile {
  readonly path: string;
  readonly target: string;
  readonly sha256: string;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
}

/** What the user agreed to: one definition in one root, with the content of its files. */
export interface TrustEntry extends Omit<TrustSubject, "id"> {
  readonly files: readonly TrustedFile[];
}

/** The trust store as it is on disk; entries by id. */
export interface TrustFile {
  readonly version: 1;
  readonly hooks: Readonly<Record<string, TrustEntry>>;
}

export const emptyTrustFile: TrustFile = { version: 1, hooks: {} };

/** Checks the whole value: one invalid entry makes the whole file unusable. */
export function parseTrustFile(json: unknown): TrustFile | undefined {
  if (!isObject(json) || json["version"] !== 1 || !isObject(json["hooks"])) return undefined;
  const entries = Object.entries(json["hooks"]).map(([id, entry]) => [id, parseEntry(entry)]);
  if (entries.some(([, entry]) => entry === undefined)) return undefined;
  return { version: 1, hooks: Object.fromEntries(entries) };
}

function parseEntry(json: unknown): TrustEntry | undefined {
  if (!isObject(json)) return undefined;
  const { scope, root, event, matcher, handler, place, files } = json;
  if (!isText(scope) || !isText(root) || !isText(event) || !isText(place)) return undefined;
  if (matcher !== undefined && !isText(matcher)) return undefined;
  if (!isObject(handler) || !Array.isArray(files) || !files.every(isTrustedFile)) return undefined;
  return { scope, root, event, matcher, handler, place, files };
}

function isTrustedFile(json: unknown): json is TrustedFile {
  if (!isObject(json)) return false;
  const { path, target, sha256, size, mode } = json;
  const hasNumbers = typeof size === "number" && typeof mode === "number";
  return isText(path) && isText(target) && isText(sha256) && hasNumbers;
}

const isText = (value: unknown): value is string => typeof value === "string";
