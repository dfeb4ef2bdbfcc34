import { isHarmless, isSecret } from "./secret-names.ts";
import { secretPlaces } from "./secret-places.ts";
import { secretShapes } from "./secret-shapes.ts";

/** Removes secrets from what is recorded (T3). In doubt, a text is treated as a secret. */
export interface Redactor {
  text(text: string): string;
  /** Whether the value of this name is a secret. */
  isSecret(name: string, value: unknown): boolean;
  /** A copy that also knows these values; it adds the secrets it finds to `found`. */
  knowing(values: Iterable<string>, found?: Set<string>): Redactor;
}

/** What replaces a secret. */
export const redacted = "[redacted]";

/** Found secrets are removed elsewhere too, but not short ones, which occur in other texts by chance. */
const minFoundLength = 8;
const maxFound = 100;

/** `values` are known secrets: they are removed everywhere, whatever surrounds them. */
export function redactor(values: readonly string[], found = new Set<string>()): Redactor {
  const known = verbatim(values);
  const find = (value: unknown): void => {
    if (found.size >= maxFound) return;
    if (typeof value === "object" && value !== null)
      Object.values(value).slice(0, 20).forEach(find);
    const isNew = typeof value === "string" && !value.includes(redacted);
    if (isNew && value.length >= minFoundLength) found.add(value);
  };
  /** The replacement for one match; the last argument has its named groups. */
  const withoutSecret = (all: string, ...more: readonly unknown[]): string => {
    const {
      before,
      name,
      secret = "",
    } = more.at(-1) as Readonly<Record<string, string | undefined>>;
    if (name !== undefined && isHarmless(name, secret)) return all;
    find(secret.replace(/^\\*["']|\\*["']$/g, ""));
    return `${before}${redacted}`;
  };
  return {
    knowing: (more, remembered) => redactor([...values, ...more], remembered),
    isSecret(name, value) {
      const is = isSecret(name, value);
      if (is) find(value);
      return is;
    },
    text(text) {
      let clean = known ? text.replaceAll(known, redacted) : text;
      clean = clean.replaceAll(secretShapes, redacted);
      if (isOneWord(clean)) return clean;
      for (const place of secretPlaces) clean = clean.replaceAll(place, withoutSecret);
      return clean;
    },
  };
}

/** Names, ids and paths, which most texts are: they cannot contain a name with its secret. */
const isOneWord = (text: string): boolean => !/[\s=:@,"']/.test(text);

/**
 * Makes something without secrets. A secret that is recognised in one place, for
 * example by its name, is removed from every other place too.
 */
export function withoutSecrets<T>(redactor: Redactor, make: (redactor: Redactor) => T): T {
  const found = new Set<string>();
  const made = make(redactor.knowing([], found));
  return found.size === 0 ? made : make(redactor.knowing(found));
}

/** Matches values as they are, as JSON strings, and URL-encoded. */
function verbatim(values: readonly string[]): RegExp | undefined {
  const forms = values.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
  ]);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return undefined;
  const literally = (form: string) => form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(longestFirst.map(literally).join("|"), "g");
}
