import { commandsOf } from "@snaphook/engine/rules";

interface ScriptParts {
  readonly command: string;
  /** Sourced first, in order (P8). */
  readonly environmentFiles: readonly string[];
  /** Where the script writes the directory it ended in. */
  readonly directoryFile?: string;
  /** Where everything printed goes, instead of to the caller. */
  readonly outputFile?: string;
  /** Bash is there; else it is a plain POSIX shell. */
  readonly isBash: boolean;
}

/**
 * What the shell is given to run: a model's command, and around it what the tool needs, without
 * anything of it being seen by the command.
 *
 * - The files are sourced in the same shell, so that plain assignments are visible though not
 *   exported. One that is missing, wrong, prints or calls `exit` costs nothing but itself.
 * - Where the command ended is written when the shell exits, by whatever way; and before `exec` puts
 *   another program in its place, for that never comes back.
 */
export function shellScript(parts: ScriptParts): string {
  const { command, environmentFiles, directoryFile, outputFile, isBash } = parts;
  const evaluation = `eval ${quoted(command)}`;
  return [
    ...(outputFile === undefined ? [] : [`exec >>${quoted(outputFile)} 2>&1`]),
    ...sourcing(environmentFiles, isBash),
    ...(directoryFile === undefined
      ? [evaluation]
      : reporting({ evaluation, command, directoryFile, isBash })),
  ].join("\n");
}

/** Text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function sourcing(files: readonly string[], isBash: boolean): readonly string[] {
  if (files.length === 0) return [];
  if (!isBash)
    // A plain shell dies of a file it cannot read through, so it is read beforehand.
    return files.map((file) => {
      const name = quoted(file);
      return `if [ -r ${name} ] && sh -n ${name}; then . ${name}; fi >/dev/null 2>&1 || :`;
    });
  return [
    'exit() { return "${1:-0}"; }',
    ...files.map((file) => `[ -r ${quoted(file)} ] && . ${quoted(file)} >/dev/null 2>&1 || :`),
    "unset -f exit",
  ];
}

interface Reporting {
  readonly evaluation: string;
  readonly command: string;
  readonly directoryFile: string;
  readonly isBash: boolean;
}

function reporting({ evaluation, command, directoryFile, isBash }: Reporting): readonly string[] {
  const builtin = isBash ? "builtin" : "command";
  // Quiet under `set -x`, and not kept from writing by `set -C`.
  const report = `{ set +x; ${builtin} pwd -P >|${quoted(directoryFile)} || :; } 2>/dev/null`;
  const beforeExec = `case $BASH_COMMAND in exec\\ *) ${report} ;; esac`;
  return [
    `trap ${quoted(report)} EXIT`,
    ...(isBash && replacesShell(command) ? [`trap ${quoted(beforeExec)} DEBUG`] : []),
    evaluation,
    // The command may have set a trap of its own on EXIT.
    `{ set -- "$?"; ${report}; } 2>/dev/null`,
    `${builtin} exit "$1"`,
  ];
}

const replacesShell = (command: string): boolean =>
  commandsOf(command).commands.some(({ words }) => words[0]?.value === "exec");
