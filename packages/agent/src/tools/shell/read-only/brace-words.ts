/** How many words the braces of a command may make. */
const maxWords = 10_000;

/** Whether the braces of a command, such as `{1..9}` and `{a,b}`, may make very many words: the shell keeps them all in memory. */
export function makesManyWords(command: string): boolean {
  let words = 1;
  for (const [, first, last] of command.matchAll(/\{([^{}\s]+?)\.\.([^{}\s.]+)/g)) {
    const size = Math.abs(Number(last) - Number(first)) + 1;
    // From letter to letter.
    words *= Number.isNaN(size) ? 256 : size;
  }
  for (const group of command.matchAll(/\{[^{}\s]*,[^{}\s]*\}/g))
    words *= group[0].split(",").length;
  const depth = command.split("{").length - 1;
  return words > maxWords || depth > 50;
}
