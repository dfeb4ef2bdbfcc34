import { commandsOf } from "@snaphook/engine/rules";

interface ScriptParts {
  readonly command: string;
  /** Sourced first, in order (P8). */
  readonly environmentFiles: readonly string[];
  /** Where the script writes the directory it ended in. */
  readonly directoryFile?: string;
  /** Where everything printed goes, instead of to the caller. */
  readonly outputFile?: string;
  /** The most bytes of memory that each process may use. */
  readonly maxMemory?: number | undefined;
  /** The shell is Bash; otherwise it is a plain POSIX shell. */
  readonly isBash: boolean;
}

/**
 * The script that the shell runs: the model's command, wrapped in what the tool needs, invisible to the
 * command.
 *
 * - The files are sourced in the same shell, so that plain assignments are visible though not exported. A
 *   file that is missing, is invalid, prints or calls `exit` does not affect anything else.
 * - The final directory is written when the shell exits, for whatever reason, and before `exec` replaces the
 *   shell, because that never returns.
 */
export function shellScript(parts: ScriptParts): string {
  const { command, environmentFiles, directoryFile, outputFile, maxMemory, isBash } = parts;
  const evaluation = `eval ${quoted(command)}`;
  return [
    // One stream for both, because two do not show what was printed first.
    outputFile === undefined ? "exec 2>&1" : `exec >>${quoted(outputFile)} 2>&1`,
    ...sourcing(environmentFiles, isBash),
    // Not every system knows this limit.
    ...(maxMemory === undefined
      ? []
      : [`ulimit -d ${Math.floor(maxMemory / 1024)} 2>/dev/null || :`]),
    ...(directoryFile === undefined
      ? [evaluation]
      : reporting({ evaluation, command, directoryFile, isBash })),
  ].join("\n");
}

/** Quotes a text as one shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function sourcing(files: readonly string[], isBash: boolean): readonly string[] {
  if (files.length === 0) return [];
  if (!isBash)
    // A plain shell exits on a syntax error in a sourced file, so `sh -n` checks the file first.
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
  // Silent under `set -x`, and works under `set -C`.
  const report = `{ set +x; ${builtin} pwd -P >|${quoted(directoryFile)} || :; } 2>/dev/null`;
  const beforeExec = `case $BASH_COMMAND in exec\\ *) ${report} ;; esac`;
  return [
    `trap ${quoted(report)} EXIT`,
    ...(isBash && replacesShell(command) ? [`trap ${quoted(beforeExec)} DEBUG`] : []),
    evaluation,
    // The command may have set its own EXIT trap.
    `{ set -- "$?"; ${report}; } 2>/dev/null`,
    `${builtin} exit "$1"`,
  ];
}

const replacesShell = (command: string): boolean =>
  commandsOf(command).commands.some(({ words }) => words[0]?.value === "exec");
