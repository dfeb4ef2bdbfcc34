import { realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Script } from "../lint/hook-code.ts";
import type { FaultSubject } from "./fault-subject.ts";

/** A script whose path is known. */
export type OwnScript = Script & { readonly path: string };

/** The scripts that belong to the copy. Others, also behind a link, must not be touched. */
export const ownScripts = ({ scripts, scratch }: FaultSubject): readonly OwnScript[] =>
  scripts.flatMap((script) => {
    const { path, found } = script;
    if (path === undefined || found !== "file") return [];
    return realpathSync(path).startsWith(scratch.base + sep) ? [{ ...script, path }] : [];
  });

/**
 * Puts a fault into the hook's scripts, so that its command line handles it as it would handle a real one. False if
 * it has no scripts in the copy, or one in a language that is not known here.
 */
export function breakScripts(subject: FaultSubject, fault: string): boolean {
  const own = ownScripts(subject);
  const file = join(subject.scratch.base, "fault.sh");
  const texts = own.map((script) => startsFault(script, file));
  if (own.length === 0 || texts.includes(undefined)) return false;
  writeFileSync(file, `${fault}\n`);
  for (const [index, { path }] of own.entries()) replaceScript(path, texts[index] ?? "");
  return true;
}

/** A new file instead of a changed one: the old one may have other names. */
export function replaceScript(path: string, text: string): void {
  const { mode } = statSync(path);
  rmSync(path);
  writeFileSync(path, text, { mode });
}

/** A script in the same language that becomes the fault. */
function startsFault({ interpreter }: Script, file: string): string | undefined {
  if (interpreter === undefined) return `#!/bin/sh\n. '${file}'\n`;
  return languages.find(([name]) => name.test(interpreter))?.[1](file);
}

const languages: readonly (readonly [name: RegExp, text: (file: string) => string])[] = [
  [/^(?:(?:ba|da|z|k)?sh|source|\.)$/, (file) => `. '${file}'\n`],
  [
    /^(?:python[\d.]*|uv|poetry|pipenv)$/,
    (file) => `import os\nos.execv("/bin/sh", ["sh", "${file}"])\n`,
  ],
  [/^(?:ruby|perl)$/, (file) => `exec '/bin/sh', '${file}';\n`],
  [
    /^(?:node|bun|tsx|ts-node)$/,
    (file) => `import("node:child_process").then(({ spawnSync }) => {
  const { status, signal } = spawnSync("/bin/sh", ["${file}"], { stdio: "inherit" });
  if (signal) process.kill(process.pid, signal);
  else process.exit(status);
});
`,
  ],
];
