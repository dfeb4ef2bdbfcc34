/** A text as `$(…)` gives it: without the line ends at its end. */
export function withoutFinalNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
  return text.slice(0, end);
}
