/**
 * Two texts that come back into the input line together. A command (`!ls`) never comes before a prompt: Enter would
 * run the prompt in the shell.
 */
export function joinInputs(first: string, second: string): string {
  if (first === "" || second === "") return first + second;
  if (!first.startsWith("!")) return `${first}\n${second}`;
  return second.startsWith("!") ? `${first}\n${second.slice(1)}` : `${second}\n${first}`;
}
