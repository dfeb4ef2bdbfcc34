/** Another form of a shell command, for tests of guards. */
export interface CommandVariant {
  /** The kind, such as `quotes`. */
  readonly kind: string;
  readonly command: string;
}

type Variants = Readonly<Record<string, (command: string) => string | undefined>>;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Commands that only mention another one, and do not run it. */
const mentions: Variants = {
  echo: (command) => `echo ${quoted(command)}`,
  grep: (command) => `grep -rnF -e ${quoted(command)} .`,
  "commit-message": (command) => `git commit -m ${quoted(`explain why ${command} is refused`)}`,
  heredoc: (command) => `cat > notes.txt <<'END_OF_NOTES'\n${command}\nEND_OF_NOTES`,
  comment: (command) => (command.includes("\n") ? undefined : `ls # ${command}`),
};

/** The program and the rest, if the command starts with a plain word. */
function split(command: string): { readonly program: string; readonly rest: string } | undefined {
  const [, program, rest = ""] = /^([A-Za-z_][\w.-]*)((?:\s[\s\S]*)?)$/.exec(command) ?? [];
  return program === undefined ? undefined : { program, rest };
}

const respelt =
  (spell: (program: string, rest: string) => string | undefined) => (command: string) => {
    const parts = split(command);
    return parts && spell(parts.program, parts.rest);
  };

/** Other ways to run the same command. */
const spellings: Variants = {
  quotes: respelt((program, rest) => `${program.slice(0, 1)}''${program.slice(1)}${rest}`),
  backslash: respelt((program, rest) => `\\${program}${rest}`),
  sudo: (command) => `sudo -u root ${command}`,
  "after-cd": (command) => `cd /tmp && ${command}`,
  variable: respelt((program, rest) => `run=${program}; $run${rest}`),
  substitution: (command) => `echo "$(${command})"`,
  "absolute-path": respelt((program, rest) => `/usr/bin/${program}${rest}`),
  shell: (command) => `sh -c ${quoted(command)}`,
  "git-folder": respelt((program, rest) => (program === "git" ? `git -C .${rest}` : undefined)),
};

const variantsOf = (variants: Variants, command: string): readonly CommandVariant[] =>
  Object.entries(variants).flatMap(([kind, make]) => {
    const made = make(command);
    return made === undefined ? [] : [{ kind, command: made }];
  });

/**
 * Commands that mention a refused command without running it. A guard must not refuse them.
 *
 * @example
 * for (const { kind, command } of lookAlikes("rm -rf /")) console.log(kind, command);
 */
export const lookAlikes = (command: string): readonly CommandVariant[] =>
  variantsOf(mentions, command);

/**
 * Other spellings of a refused command, which run the same program. A guard must refuse them too.
 *
 * @example
 * for (const { kind, command } of disguises("rm -rf /")) console.log(kind, command);
 */
export const disguises = (command: string): readonly CommandVariant[] =>
  variantsOf(spellings, command);

/** The kinds that the two functions know. */
export const lookAlikeKinds: readonly string[] = Object.keys(mentions);
export const disguiseKinds: readonly string[] = Object.keys(spellings);
