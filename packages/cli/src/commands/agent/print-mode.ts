/** An argument that can be nothing but a flag; `- tidy up` and `-5 + 3` are prompts. */
const flag = /^--?[a-z][\w-]*(=.*)?$/is;

const isPrint = (word: string): boolean => word === "-p" || word === "--print";

/**
 * Ties the prompt to its `-p`: whatever it begins with, and though a command has the same name, it is a
 * prompt and nothing else.
 */
export function attachPrompt(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  const at = args.findIndex(isPrint);
  const prompt = args[at + 1];
  if (at < 0 || (end >= 0 && at > end) || prompt === undefined) return args;
  if (prompt === "--" || flag.test(prompt)) return args;
  return [...args.slice(0, at), `--print=${prompt}`, ...args.slice(at + 2)];
}

/** Whether the agent is meant, and no command: then every word that is no flag is a prompt. */
export const isPrintMode = (args: readonly string[], commands: readonly string[]): boolean =>
  !commands.includes(args[0] ?? "") &&
  !args.some((word) => word === "--help" || word === "-h") &&
  args.some((word) => isPrint(word) || word.startsWith("--print="));
