import type { Environment } from "../environment.ts";

/** A text with its variables replaced, or the names of variables that are not set. */
export type Expanded = { readonly text: string } | { readonly missing: readonly string[] };

/** `${NAME}` and `${NAME:-default}`; any other `$` is text. */
const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

export function expandVariables(text: string, env: Environment): Expanded {
  const missing: string[] = [];
  const expanded = text.replaceAll(reference, (_all, name: string, fallback?: string) => {
    const value = env[name];
    // As in a shell, the default also replaces an empty value.
    if (value === undefined || (value === "" && fallback !== undefined)) {
      if (fallback === undefined) missing.push(name);
      return fallback ?? "";
    }
    return value;
  });
  return missing.length === 0 ? { text: expanded } : { missing };
}
