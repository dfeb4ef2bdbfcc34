import { basename } from "node:path";
import type { ShellCommand } from "./shell-directories.ts";

/**
 * Programs that take a folder to work in. They can write anything anyway (T10), so asking about `eslint .`
 * would not help.
 */
const folderPrograms: ReadonlySet<string> = new Set(
  `biome black bun cargo cd cmake deno docker echo eslint go gradle jest make mkdir mvn mypy ninja node
   npm npx php pip pnpm podman printf pushd pyright pytest python python3 ruby ruff test touch tsc uv
   vitest yarn`.split(/\s+/),
);

const harmlessGit: ReadonlySet<string> = new Set(
  "add blame clone commit diff fetch grep init log ls-files push remote show status".split(" "),
);

/** Whether a command gets the project's folder, or one above it, as an argument without changing its files. */
export function onlyWorksInFolder({ words }: ShellCommand): boolean {
  const program = basename(words[0]?.value ?? "");
  if (program === "git") return harmlessGit.has(words[1]?.value ?? "");
  return folderPrograms.has(program);
}

/** Whether a command deletes or moves the folder that the word at this index names. */
export function removesOrMoves({ words }: ShellCommand, index: number): boolean {
  const program = basename(words[0]?.value ?? "");
  if (program === "mv") return index < words.length - 1;
  return program === "rm" || program === "rmdir";
}
