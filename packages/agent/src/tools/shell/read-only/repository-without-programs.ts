import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { realTarget } from "@snaphook/engine/internal";
import { submodulesInIndex } from "./submodules-in-index.ts";

/**
 * Settings of a repository that do not make read-only git commands run a program. Others do: `git status`
 * runs `core.fsmonitor`, `git diff` runs `diff.external` and filters, a promised object is fetched.
 */
const harmless: readonly RegExp[] = [
  /^(?:advice|alias|branch|color|column|fetch|gc|gui|index|init|maintenance|pack|pull|push|rebase|submodule|user)\./,
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|abbrev|quotepath|longpaths|untrackedcache|preloadindex|compression|sharedrepository|trustctime|checkstat|commentchar|splitindex|sparsecheckout|sparsecheckoutcone|worktree|hookspath)$/,
  /^remote\.(?:url|pushurl|fetch|push|prune|prunetags|tagopt|skipfetchall|mirror|gh-resolved)$/,
  /^diff\.(?:algorithm|renames|renamelimit|colormoved|mnemonicprefix|noprefix|context|interhunkcontext)$/,
  /^log\.(?:date|decorate|abbrevcommit|follow)$/,
  /^(?:lfs\.repositoryformatversion|extensions\.(?:objectformat|refstorage)|(?:commit|tag)\.gpgsign)$/,
];

/** The only git hook that read-only commands run, because they refresh the index. */
const indexHook = "post-index-change";

/** Submodules within submodules deeper than this are not looked at. */
const maxDepth = 8;

/**
 * Whether git, run in a directory, starts no program that the repository or a submodule of it names. Without a
 * repository it starts none; a bare repository, which a project can contain as ordinary files, is never safe.
 */
export function isRepositoryWithoutPrograms(directory: string): boolean {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const found = join(at, ".git");
    if (existsSync(found)) return isPlain(found, at, 0);
    if (existsSync(join(at, "HEAD")) && existsSync(join(at, "objects"))) return false;
    if (at === dirname(at)) return true;
  }
}

function isPlain(found: string, top: string, depth: number): boolean {
  try {
    const folder = statSync(found).isDirectory() ? found : pointedTo(found, "gitdir: ");
    const common = existsSync(join(folder, "commondir"))
      ? pointedTo(join(folder, "commondir"), "")
      : folder;
    const settings = settingsOf(readFileSync(join(common, "config"), "utf8"));
    if (!settings?.every(([name]) => harmless.some((one) => one.test(name)))) return false;
    const values = (wanted: string) =>
      settings.filter(([name]) => name === wanted).map(([, value]) => value);
    // The files that git compares are those of another folder then.
    if (
      values("core.worktree").some((path) => realTarget(resolve(folder, path)) !== realTarget(top))
    )
      return false;
    const hooks = [
      join(common, "hooks"),
      ...values("core.hookspath").map((path) => resolve(top, path)),
    ];
    if (hooks.some((path) => existsSync(join(path, indexHook)))) return false;
    const isSha256 = values("extensions.objectformat").includes("sha256");
    return hasPlainSubmodules(join(folder, "index"), top, isSha256 ? "sha256" : "sha1", depth);
  } catch {
    return false;
  }
}

function hasPlainSubmodules(
  index: string,
  top: string,
  objectFormat: "sha1" | "sha256",
  depth: number,
): boolean {
  if (!existsSync(index)) return true;
  const paths = submodulesInIndex(readFileSync(index), objectFormat);
  if (paths === undefined || depth > maxDepth) return false;
  return paths.every((path) => {
    const found = join(top, path, ".git");
    return !existsSync(found) || isPlain(found, join(top, path), depth + 1);
  });
}

/** The path in a file, after a prefix. */
function pointedTo(file: string, word: string): string {
  const path = readFileSync(file, "utf8").trim().slice(word.length);
  return isAbsolute(path) ? path : join(dirname(file), path);
}

type Setting = readonly [name: string, value: string];

/** Settings as `section.key` and value; undefined if a line is not in the form that git writes. */
function settingsOf(text: string): readonly Setting[] | undefined {
  let section = "";
  const settings: Setting[] = [];
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line === "" || /^[#;]/.test(line)) continue;
    const header = /^\[([\w-]+)(?:[ \t]+"[^"\\\]]*")?\]$/.exec(line)?.[1];
    const [, key, value = ""] = /^([A-Za-z][\w-]*)[ \t]*(?:=[ \t]*([^\\]*))?$/.exec(line) ?? [];
    if (header !== undefined) section = header.toLowerCase();
    else if (key === undefined) return undefined;
    else settings.push([`${section}.${key.toLowerCase()}`, value]);
  }
  return settings;
}
