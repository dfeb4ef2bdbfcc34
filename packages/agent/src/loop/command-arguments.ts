/** What follows the name of a built-in command in a prompt; undefined if the prompt does not call it. */
export const commandArguments = (name: string, prompt: string): string | undefined => {
  const text = prompt.trim();
  if (text === `/${name}`) return "";
  return new RegExp(`^/${name}\\s+(.*)$`, "s").exec(text)?.[1];
};
