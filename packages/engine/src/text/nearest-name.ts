/** The known name that was probably meant: the most similar one, or the only one that starts with the given text. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) > allowed) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (!best || distance < best.distance) best = { name: candidate, distance };
  }
  if (best && best.distance <= allowed) return best.name === name ? undefined : best.name;
  const longer = known.filter((candidate) => candidate.toLowerCase().startsWith(wanted));
  return longer.length === 1 && wanted.length >= minBeginningLength ? longer[0] : undefined;
}

/** Shorter beginnings fit too many names. */
const minBeginningLength = 4;

/** `did you mean "X"? `, or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : `did you mean "${nearest}"? `;
}

/** The number of edits, where two exchanged letters are one edit; for long names simply their length. */
function editDistance(left: string, right: string): number {
  if (left.length > 64 || right.length > 64) return Math.max(left.length, right.length);
  const table: number[][] = [];
  const at = (i: number, j: number): number => (i < 0 || j < 0 ? i + j + 2 : (table[i]?.[j] ?? 0));
  for (let i = 0; i < left.length; i++) {
    const row: number[] = [];
    table.push(row);
    for (let j = 0; j < right.length; j++) {
      const substitution = at(i - 1, j - 1) + (left[i] === right[j] ? 0 : 1);
      const isExchange = left[i] === right[j - 1] && left[i - 1] === right[j];
      const exchange = isExchange ? at(i - 2, j - 2) + 1 : substitution;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, substitution, exchange));
    }
  }
  return at(left.length - 1, right.length - 1);
}
