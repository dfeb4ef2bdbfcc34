/** Variables that every shell takes from the environment; others, such as `RANDOM`, only bash has. */
const variable = "CLAUDE_[A-Z_]+|HOME|PATH|PWD|TMPDIR|USER";
const expansion = `\\$(?:${variable})(?![A-Za-z0-9_])|\\$\\{(?:${variable})\\}`;
const plainWord = `(?:[A-Za-z0-9_@%+:,./=-]|'[^'\\n]*'|"(?:[^"$\`\\\\!\\n]|${expansion})*"|${expansion})+`;
const firstWord = new RegExp(`^\\s*(${plainWord})`);
const plainLine = new RegExp(`^\\s*${plainWord}(?:[ \\t]+${plainWord})*\\s*$`);

/** Builtins and keywords of either shell. A path is never one. */
export const notPrograms: ReadonlySet<string> = new Set(
  `. : alias bg bind break builtin caller case cd chdir command compgen complete compopt continue coproc declare
  dirs disown do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash
  help history if in jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return
  select set shift shopt source suspend test then time times trap true type typeset ulimit umask unalias unset
  until wait while`.split(/\s+/),
);

/**
 * Whether a command is the plain call of a program: words, quotes and a few variables, nothing else. Bash and
 * `/bin/sh` run it in the same way. In doubt the answer is no.
 */
export function isPlainCall(command: string): boolean {
  if (!plainLine.test(command)) return false;
  const [first = ""] = command.trim().split(/[ \t]/, 1);
  const isAssignment = /^[A-Za-z_]\w*=/.test(first);
  return (
    !isAssignment && !/^[%$]\w*$/.test(first) && !notPrograms.has(first.replaceAll(/["']/g, ""))
  );
}

/** The path or name of the program that a plain call starts; undefined if a space in a variable could change it. */
export function calledProgram(
  command: string,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const [, word = ""] = firstWord.exec(command) ?? [];
  const program = word.replaceAll(
    /'([^']*)'|"|\$\{?(\w+)\}?/g,
    (_, literal: string | undefined, name: string | undefined) =>
      literal ?? (name === undefined ? "" : (variables[name] ?? "")),
  );
  return /[\s*?[]/.test(program) ? undefined : program;
}
