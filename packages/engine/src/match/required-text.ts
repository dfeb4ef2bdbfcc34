/** What an expression begins with, as far as it is plain; a letter that may be repeated or left out is not. */
const plainBeginning = /^\^?([\w-]+)(?![*?{])/;

/**
 * Text without which an expression cannot match; "" where that is not plain to see.
 * To look for a text takes a fraction of the time of an expression, and `mcp__server__.*` is the usual form.
 */
export function requiredText(pattern: string): string {
  if (/[[\\]/.test(pattern)) return "";
  const withoutGroups = pattern.replace(/\([^()]*\)/g, "()");
  if (withoutGroups.includes("|")) return "";
  return plainBeginning.exec(pattern)?.[1] ?? "";
}
