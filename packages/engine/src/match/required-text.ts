/** The literal beginning of an expression, without a last letter that is optional or repeated. */
const plainBeginning = /^\^?([\w-]+)(?![*?{])/;

/**
 * Text that every match of an expression contains; "" if unknown. Searching for a text is much faster
 * than testing an expression, and most expressions look like `mcp__server__.*`.
 */
export function requiredText(pattern: string): string {
  if (/[[\\]/.test(pattern)) return "";
  const withoutGroups = pattern.replace(/\([^()]*\)/g, "()");
  if (withoutGroups.includes("|")) return "";
  return plainBeginning.exec(pattern)?.[1] ?? "";
}
