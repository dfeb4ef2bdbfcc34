/** The part of a list that is shown. */
export interface ListWindow {
  readonly start: number;
  readonly end: number;
}

/** At most `height` entries of a list, with the selected one among them, near the middle. */
export function windowOf(count: number, selected: number, height: number): ListWindow {
  const size = Math.max(1, Math.min(height, count));
  const middle = selected - Math.floor(size / 2);
  const start = Math.max(0, Math.min(middle, count - size));
  return { start, end: Math.min(count, start + size) };
}
