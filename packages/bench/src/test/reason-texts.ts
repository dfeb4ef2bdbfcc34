/** Calls and keys whose text a person or a model reads, in shell, JavaScript and Python. */
const patterns: readonly RegExp[] = [
  /\b(?:echo|printf)\s+(["'])((?:\\.|(?!\1).)+)\1[^\n]*>&2/g,
  /\b(?:deny|block|ask|feedback|stop|console\.error|process\.stderr\.write)\(\s*(["'`])((?:\\.|(?!\1).)+)\1/g,
  /\bprint\(\s*f?(["'])((?:\\.|(?!\1).)+)\1\s*,\s*file\s*=\s*sys\.stderr/g,
  /\bsys\.stderr\.write\(\s*f?(["'])((?:\\.|(?!\1).)+)\1/g,
  /["']?\b(?:permissionDecisionReason|reason|stopReason)\\?["']?\s*[:=]\s*f?(["'`])((?:\\.|(?!\1).)+)\1/g,
];

/** The texts in the code of a hook that give a reason, as they are written there. A guess: code is not run. */
export const reasonTexts = (code: string): readonly string[] => [
  ...new Set(
    patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, , text = ""]) => text)),
  ),
];

/** Parts of a text that are filled in when the hook runs. */
const filledIn = /\$\{[^}]*\}|\$\([^)]*\)|\$\w+|\{[^}]*\}|%[sd]|\\./;

/** Whether a hook printed a reason: its fixed parts, in order. */
export function wasPrinted(reason: string, printed: string): boolean {
  let from = 0;
  for (const part of reason.split(filledIn)) {
    const at = printed.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}
