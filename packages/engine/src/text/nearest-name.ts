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

/** Levenshtein distance; for long names simply their length. */
function editDistance(left: string, right: string): number {
  if (left.length > 64 || right.length > 64) return Math.max(left.length, right.length);
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    for (let j = 1; j <= right.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      current[j] = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution);
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
