import { isSecret } from "./secret-names.ts";

type Variables = Readonly<Record<string, unknown>>;

/** Shorter values stand in too many texts by chance. */
const shortestCredential = 4;
const shortest = 8;

/**
 * T3: secrets known beforehand: the values of the host's credential variables,
 * and those of other variables whose name says so. A path is where a secret
 * is, and not the secret.
 */
export function secretValues(
  variables: readonly Variables[],
  credentialVariables: readonly string[],
): readonly string[] {
  const found = variables.flatMap((set) =>
    Object.entries(set).flatMap(([name, value]) => {
      if (typeof value !== "string") return [];
      const isCredential = credentialVariables.includes(name);
      const counts = isCredential
        ? value.length >= shortestCredential
        : value.length >= shortest && !/^[/~.]/.test(value) && isSecret(name, value);
      return counts ? [value] : [];
    }),
  );
  return [...new Set(found)];
}
