import { constants } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { makeFolder, realTarget } from "@snaphook/engine/internal";
import { errorText } from "../../error-text.ts";
import { isInside } from "../../is-inside.ts";

/** The user's own settings in a project, wherever the project is in its repository. */
const pattern = "**/.claude/settings.local.json";

/**
 * Makes git ignore the local settings of a project, so that they are not committed by mistake. The pattern goes
 * into the repository's own exclude file, which is not shared. Git itself is not started: a repository can
 * name programs that git runs. Returns why it was not possible; undefined also if there is no repository.
 */
export async function ignoreLocalSettings(projectDirectory: string): Promise<string | undefined> {
  try {
    const folder = await gitFolderAbove(projectDirectory);
    if (folder !== undefined) await addPattern(folder, join(folder, "info", "exclude"));
    return undefined;
  } catch (error) {
    return `.claude/settings.local.json was written, but git does not ignore it: ${errorText(error)}; add it to your .gitignore`;
  }
}

/** The folder with the repository's own files; those of a linked worktree are shared with its repository. */
async function gitFolderAbove(directory: string): Promise<string | undefined> {
  const found = join(directory, ".git");
  const facts = await stat(found).catch(() => undefined);
  if (facts?.isDirectory()) return found;
  if (facts?.isFile()) {
    const named = /^gitdir: (.+)$/m.exec(await readFile(found, "utf8"))?.[1];
    if (named === undefined) return undefined;
    const folder = resolve(directory, named);
    const shared = await readFile(join(folder, "commondir"), "utf8").catch(() => "");
    return resolve(folder, shared.trim());
  }
  const parent = dirname(directory);
  return parent === directory ? undefined : gitFolderAbove(parent);
}

async function addPattern(folder: string, file: string): Promise<void> {
  // Every repository has it; a project must not make us write into any other folder.
  await stat(join(folder, "HEAD"));
  if (!isInside(realTarget(folder), realTarget(file)))
    throw new Error(`${file} is a link that leads out of the repository`);
  makeFolder(dirname(file), 0o777);
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW = 0 } = constants;
  const handle = await open(file, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o644);
  try {
    const text = await handle.readFile("utf8");
    if (text.split(/\r?\n/).includes(pattern)) return;
    const newline = text === "" || text.endsWith("\n") ? "" : "\n";
    await handle.appendFile(`${newline}${pattern}\n`);
  } finally {
    await handle.close();
  }
}
