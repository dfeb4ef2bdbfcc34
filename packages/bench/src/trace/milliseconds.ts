/** A duration with as many digits as people need. */
export function milliseconds(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 9999.5) return `${Math.round(ms)} ms`;
  return ms < 599_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
