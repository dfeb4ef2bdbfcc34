import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";

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

/**
 * Whether git, run in a directory, starts no program that the repository names. Without a repository it
 * starts none; a bare repository, which a project can contain as ordinary files, is never safe.
 */
export function isRepositoryWithoutPrograms(directory: string): boolean {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const found = join(at, ".git");
    if (existsSync(found)) return isPlain(found, at);
    if (existsSync(join(at, "HEAD")) && existsSync(join(at, "objects"))) return false;
    if (at === dirname(at)) return true;
  }
}

function isPlain(found: string, top: string): boolean {
  try {
    const folder = statSync(found).isDirectory() ? found : pointedTo(found, "gitdir: ");
    const common = existsSync(join(folder, "commondir"))
      ? pointedTo(join(folder, "commondir"), "")
      : folder;
    const settings = settingsOf(readFileSync(join(common, "config"), "utf8"));
    if (!settings?.every(([name]) => harmless.some((one) => one.test(name)))) return false;
    const hooks = settings.filter(([name]) => name === "core.hookspath").map(([, value]) => value);
    return [join(common, "hooks"), ...hooks.map((path) => resolve(top, path))].every(
      (path) => !existsSync(join(path, indexHook)),
    );
  } catch {
    return false;
  }
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
