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

const isHelp = (word: string): boolean => word === "--help" || word === "-h";

/** Whether the arguments start the agent and not a command: then every word that is not a flag is a prompt. */
export const isPrintMode = (args: readonly string[], commands: readonly string[]): boolean =>
  !commands.includes(args[0] ?? "") &&
  !args.some(isHelp) &&
  args.some((word) => isPrint(word) || word.startsWith("--print="));

/** Whether what follows `--` is a prompt, even if it looks like a flag or a command. */
export function isPromptAfterDashes(args: readonly string[], commands: readonly string[]): boolean {
  const end = args.indexOf("--");
  return end >= 0 && !args.slice(0, end).some((word) => commands.includes(word) || isHelp(word));
}
