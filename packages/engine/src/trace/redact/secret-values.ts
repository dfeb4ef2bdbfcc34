import { isSecret } from "./secret-names.ts";

type Variables = Readonly<Record<string, unknown>>;

/** Shorter values occur in too many texts by chance. */
const minCredentialLength = 4;
const minLength = 8;

/**
 * T3: known secrets: the values of the host's credential variables, and of other
 * variables whose name says so. A path only leads to a secret, so it is not one.
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
        ? value.length >= minCredentialLength
        : value.length >= minLength && !/^[/~.]/.test(value) && isSecret(name, value);
      return counts ? [value] : [];
    }),
  );
  return [...new Set(found)];
}
