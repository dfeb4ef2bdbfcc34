import { isHarmless, isSecret } from "./secret-names.ts";
import { secretPlaces } from "./secret-places.ts";
import { secretShapes } from "./secret-shapes.ts";

/** Takes secrets out of what is written down (T3). In doubt a text is taken for a secret. */
export interface Redactor {
  text(text: string): string;
  /** Whether what stands under a name is a secret. */
  isSecret(name: string, value: unknown): boolean;
  /** The same, for one more use, with more values known beforehand; remembers the secrets it comes across. */
  knowing(values: Iterable<string>, found?: Set<string>): Redactor;
}

/** What stands in a secret's place. */
export const redacted = "[redacted]";

/** Shorter secrets, and more of them, are not looked for elsewhere: they stand in too many texts by chance. */
const shortestFound = 8;
const mostFound = 100;

/** `values` are secrets known beforehand: they go wherever they stand, whatever stands around them. */
export function redactor(values: readonly string[], found = new Set<string>()): Redactor {
  const known = verbatim(values);
  const find = (value: unknown): void => {
    if (found.size >= mostFound) return;
    if (typeof value === "object" && value !== null)
      Object.values(value).slice(0, 20).forEach(find);
    const isNew = typeof value === "string" && !value.includes(redacted);
    if (isNew && value.length >= shortestFound) found.add(value);
  };
  /** What a place becomes; the last of what is handed over are the parts by name. */
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

/** Names, ids and paths, most of what there is: nothing in them stands before a secret. */
const isOneWord = (text: string): boolean => !/[\s=:@,"']/.test(text);

/**
 * Makes something without secrets. One that is given away in one place, by its
 * name say, is taken out of every other place too.
 */
export function withoutSecrets<T>(redactor: Redactor, make: (redactor: Redactor) => T): T {
  const found = new Set<string>();
  const made = make(redactor.knowing([], found));
  return found.size === 0 ? made : make(redactor.knowing(found));
}

/** Values as they are, as inside JSON, and as in an address. */
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
