/** A text as one word of a POSIX shell; quoted only if it has to be. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** A text in which a shell replaces these variables and nothing else; other variables become empty, as in headers (H4). */
export function shellWordWith(text: string, variables: readonly string[]): string {
  const parts = text.split(/(\$\{\w+\}|\$\w+)/);
  const inner = parts.map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/["\\$`]/g, "\\$&");
    const name = part.replaceAll(/\W/g, "");
    return variables.includes(name) ? `$\{${name}}` : "";
  });
  return parts.length === 1 ? shellWord(text) : `"${inner.join("")}"`;
}
