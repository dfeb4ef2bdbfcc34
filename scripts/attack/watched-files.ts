import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** One entry below a folder: its kind, and what it contains or points to. */
interface Entry {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly mode: number;
  readonly content: string;
  /** Another path of the same file: hard links are restored as such. */
  readonly sameAs?: string;
}

/** The state of all files below a folder. */
export type FileState = ReadonlyMap<string, Entry>;

/** Git writes these also for commands that only read. */
const ignored = /(?:^|\/)\.git\/index(?:\.lock)?$/;

/** Larger files are not kept, and so not restored. */
const maxSize = 50_000_000;

/** Reads everything below some folders; `skip` names paths that may change. */
export function stateOf(base: string, skip: RegExp): FileState {
  const found = new Map<string, Entry>();
  const firstPaths = new Map<number, string>();
  const visit = (path: string): void => {
    const stats = lstatSync(join(base, path), { throwIfNoEntry: false });
    if (stats === undefined || skip.test(path)) return;
    const first = stats.isFile() && stats.nlink > 1 ? firstPaths.get(stats.ino) : undefined;
    if (first === undefined) firstPaths.set(stats.ino, path);
    const entry = entryAt(join(base, path), stats);
    found.set(path, first === undefined ? entry : { ...entry, sameAs: first });
    if (entry.kind === "folder")
      for (const name of readdirSync(join(base, path))) visit(join(path, name));
  };
  for (const name of readdirSync(base)) visit(name);
  return found;
}

function entryAt(path: string, stats: Stats): Entry {
  const mode = stats.mode & 0o7777;
  if (stats.isSymbolicLink()) return { kind: "link", mode, content: readlinkSync(path) };
  if (stats.isDirectory()) return { kind: "folder", mode, content: "" };
  if (!stats.isFile()) return { kind: "other", mode, content: "" };
  if (stats.size > maxSize)
    return { kind: "other", mode, content: `${stats.size} ${stats.mtimeMs}` };
  return { kind: "file", mode, content: readFileSync(path, "latin1") };
}

/** An empty folder for settings, which the wall makes because it needs a place to mount. */
const isMountPoint = (path: string, before: Entry | undefined, after: Entry | undefined): boolean =>
  before === undefined && after?.kind === "folder" && basename(path) === ".claude";

/** The paths that differ between two states. */
export const changesBetween = (before: FileState, after: FileState): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => {
    const [one, other] = [before.get(path), after.get(path)];
    return (
      !ignored.test(path) &&
      !isMountPoint(path, one, other) &&
      (one?.kind !== other?.kind || one?.content !== other?.content || one?.mode !== other?.mode)
    );
  });

/** Makes files as they were, so that the next try finds what the first one found. */
export function restore(base: string, original: FileState, now: FileState): void {
  for (const [path, { kind }] of [...now].reverse())
    if (original.get(path)?.kind !== kind)
      rmSync(join(base, path), { recursive: true, force: true });
  for (const [path, entry] of original) {
    const before = now.get(path);
    const isSame = before?.kind === entry.kind && before.content === entry.content;
    if (!isSame || before.sameAs !== entry.sameAs) write(base, path, entry);
    if (entry.kind !== "link" && before?.mode !== entry.mode)
      chmodSync(join(base, path), entry.mode);
  }
}

function write(base: string, path: string, { kind, content, sameAs }: Entry): void {
  const full = join(base, path);
  mkdirSync(kind === "folder" ? full : dirname(full), { recursive: true });
  if (sameAs !== undefined || kind === "link") rmSync(full, { force: true });
  if (sameAs !== undefined) linkSync(join(base, sameAs), full);
  else if (kind === "link") symlinkSync(content, full);
  else if (kind === "file") writeFileSync(full, content, "latin1");
}
