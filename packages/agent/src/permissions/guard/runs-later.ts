import { statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { realTarget } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { isInside } from "../../is-inside.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Folders in which every file may make something run. */
const folders = words(`
  .git .githooks .husky .lefthook .hg .jj .svn
  .vscode .vscode-insiders .idea .fleet .zed .vim .nvim .emacs.d .helix .devcontainer .nova
  .claude .claude-plugin .cursor .codex .gemini .windsurf .continue .roo .kiro .opencode .factory .warp .junie .goose .amazonq .trae .augment
  ${brand.homeFolder}
  .yarn .cargo .mvn .bundle .mise .direnv .venv venv .bin .ssh .gnupg launchagents autostart systemd fish
`);

/** Files with these names, in any folder. */
const files = words(`
  .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .login .logout .inputrc
  .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc config.fish
  .envrc .envrc.local .direnvrc .autoenv .autoenv.zsh .env.zsh .in .out .tmux.conf .screenrc .xinitrc .xprofile .xsession .xsessionrc .pam_environment
  .git .gitconfig .gitmodules .gitattributes .lfsconfig .hgrc .huskyrc lefthook.yml lefthook.yaml .lefthook.yml .pre-commit-config.yaml
  .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .pnp.cjs .pnp.loader.mjs bunfig.toml .bunfig.toml
  .pypirc pip.conf pip.ini .pip .condarc .gemrc nuget.config uv.toml poetry.toml .sbtopts .jvmopts init.gradle gradle.properties .mise.toml mise.toml .rtx.toml
  .vimrc .gvimrc .exrc .lvimrc .kakrc .nanorc .ycm_extra_conf.py .clangd .luarc.json .nvimrc .nvim.lua .emacs .dir-locals.el .ideavimrc .devcontainer.json .gitpod.yml
  .mcp.json mcp.json .claude.json opencode.json .aider.conf.yml skill.md crush.json .roomodes .cursorrules .windsurfrules .clinerules .goosehints
  .gdbinit .lldbinit .rprofile .irbrc .pryrc .sqliterc .psqlrc .pythonrc sitecustomize.py usercustomize.py
`);

const patterns =
  /\.(?:code-workspace|sublime-project|iml|pth)$|^\.?(?:lintstagedrc|simple-git-hooks|commitlint|commitlintrc)(?:\.|$)/;

export interface RunsLaterOptions {
  /** The folders in which edits are accepted. */
  readonly directories: readonly string[];
  /** Programs that trusted hooks start. */
  readonly started: readonly string[];
}

/**
 * T12: why a change of a file could make something run later, without anyone starting it on purpose; undefined if it
 * could not. Sources, manifests and build files (`package.json`, a Makefile, CI) are not among these: they run when
 * someone starts them, as the code does.
 */
export function whyItRunsLater(path: string, options: RunsLaterOptions): string | undefined {
  const places = [join(realTarget(dirname(path)), basename(path)), realTarget(path)];
  for (const place of new Set(places)) {
    if (isStartedByHook(place, options.started)) return "a trusted hook starts it";
    const name = options.directories
      .map(realTarget)
      .filter((directory) => isInside(directory, place))
      .map((directory) => specialName(relative(directory, place)))
      .find((found) => found !== undefined);
    if (name !== undefined) return `${name} can make something run later`;
    // An added directory may be inside the repository's own folder.
    if (place.split(/[\\/]/).some((part) => plain(part) === ".git"))
      return ".git can make something run later";
  }
  return hasOtherNames(path) ? "it has another name (a hard link)" : undefined;
}

/** The part of a path that makes it special. */
function specialName(path: string): string | undefined {
  const names = path.split(/[\\/]/);
  const last = names.length - 1;
  return names.find((name, index) => {
    const known = plain(name);
    if (index < last) return folders.has(known);
    const isHooks = known === "hooks.json" && plain(names[index - 1] ?? "") === "hooks";
    return isHooks || files.has(known) || folders.has(known) || patterns.test(known);
  });
}

/**
 * A name as a file system may read it: some ignore case, invisible characters, or dots and blanks at the end, and
 * what follows a colon names a stream of the same file.
 */
const plain = (name: string): string =>
  name
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "");

const isStartedByHook = (place: string, started: readonly string[]): boolean =>
  started.some((path) => realTarget(path) === place);

/** A file with several names is overwritten in place, so one of the others may be a special one. */
function hasOtherNames(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFile() && found.nlink > 1;
  } catch {
    return false;
  }
}
