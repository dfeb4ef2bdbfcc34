/** The lines that are shown: from `top` on, or the last ones if `top` is undefined. */
export function linesAt(
  lines: readonly string[],
  top: number | undefined,
  height: number,
): { readonly shown: readonly string[]; readonly at: number; readonly last: number } {
  const last = Math.max(0, lines.length - height);
  const at = Math.max(0, Math.min(top ?? last, last));
  return { shown: lines.slice(at, at + height), at, last };
}
