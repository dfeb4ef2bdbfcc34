/** An argument that can only be a flag; `- tidy up` and `-5 + 3` are prompts. */
const flag = /^--?[a-z][\w-]*(=.*)?$/is;

const isPrint = (word: string): boolean => word === "-p" || word === "--print";

/**
 * Turns `-p PROMPT` into `--print=PROMPT`, so that the prompt is never parsed as a flag or a command, whatever
 * it begins with.
 */
export function attachPrompt(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  const at = args.findIndex(isPrint);
  const prompt = args[at + 1];
  if (at < 0 || (end >= 0 && at > end) || prompt === undefined) return args;
  if (prompt === "--" || flag.test(prompt)) return args;
  return [...args.slice(0, at), `--print=${prompt}`, ...args.slice(at + 2)];
}

/** Whether the arguments start the agent and not a command: then every word that is not a flag is a prompt. */
export const isPrintMode = (args: readonly string[], commands: readonly string[]): boolean =>
  !commands.includes(args[0] ?? "") &&
  !args.some((word) => word === "--help" || word === "-h") &&
  args.some((word) => isPrint(word) || word.startsWith("--print="));
