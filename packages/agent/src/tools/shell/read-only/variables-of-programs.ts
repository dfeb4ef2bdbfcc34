/** Programs that are part of the shell, and so do not get an environment. */
const builtins: ReadonlySet<string> = new Set(
  ": [ break cd command continue echo exit false printf pwd return test true type".split(" "),
);

/** Variables in capitals that change only how a program prints. */
const harmless =
  /^(?:LANG|LC_[A-Z]+|TZ|COLUMNS|LINES|TERM|NO_COLOR|FORCE_COLOR|CLICOLOR|CI|DEBUG|NODE_ENV)$/;

/** Variables that choose which code runs, or what programs read as their settings, and that may be in the environment. */
const influential =
  /PATH|^(?:LD|DYLD|GIT|BASH|SSH|XDG|LESS|NLS|MALLOC|GREP|TMP|PS\d)|^(?:ENV|IFS|MAGIC)|OPT(?:ION)?S|PAGER|EDITOR|VISUAL|HOME|PROXY|PRELOAD|CONFIG|PROMPT|SHELL|TUNABLES|COMMAND|BROWSER/i;

/**
 * Whether an assignment may change what a program does. Before a program it is in that program's environment; a
 * variable that is set for the line reaches programs only if the environment already has it.
 */
export function reachesPrograms(assignment: string, program: string | undefined): boolean {
  const [, name, value = ""] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(assignment) ?? [];
  if (name === undefined) return true;
  if (harmless.test(name)) return !/^['"]?[\w.:@+ -]*['"]?$/.test(value);
  if (influential.test(name)) return true;
  const isOwn = /^[a-z][a-z0-9_]*$/.test(name) && !name.startsWith("npm_");
  return !isOwn && program !== undefined && !builtins.has(program);
}
