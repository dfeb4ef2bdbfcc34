import { isCount, isSecretName, secretName } from "./secret-names.ts";
import { secretShapes } from "./secret-shapes.ts";

/** Takes secrets out of what is written down (T3). */
export interface Redactor {
  /** What stands in a secret's place. */
  readonly marker: string;
  text(text: string): string;
  isSecretName(name: string): boolean;
}

const marker = "[redacted]";

/** A word of a command line, quoted in parts or not; a quote that is not closed goes to the end. */
const word = String.raw`(?:"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|\\[\s\S]|[^\s"'\\;&|<>()\u0060])+`;

/** A value in JSON that is itself inside a text, between quotes behind backslashes. */
const escaped = String.raw`\\+"[\s\S]*?(?:\\+"|$)|\\+'[\s\S]*?(?:\\+'|$)`;

/** A value to the end of its line, or of the quotes around it. */
const line = String.raw`"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|[^"'\r\n]+`;

interface Rule {
  readonly pattern: RegExp;
  /** What stays in front of the marker, from what the pattern caught. */
  readonly keep: (before: string, name: string, value: string) => boolean;
}

const always = () => true;

/** Not a secret: a yes or no, nothing, or how many. */
const isSecretValue = (_before: string, name: string, value: string): boolean =>
  !/^["']?(?:true|false|null|undefined|none|)["']?,?$/i.test(value.trim()) &&
  !(isCount(name) && /^\d+\D*$/.test(value.trim()));

/** Each pattern catches what stays, the name of the secret in it where it has one, and the secret. */
const rules: readonly Rule[] = [
  // scheme://user:word@host
  { pattern: /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)()([^\s/?#"'`<>]+)(?=@)/gi, keep: always },
  { pattern: /([?&#;])((?:key|code|sid|session)=)([^\s&#"'`<>]+)/gi, keep: always },
  { pattern: /(\bbearer\s+)()([\w.~+/=:-]+)/gi, keep: always },
  { pattern: /(\b(?:basic|digest|negotiate)\s+)()((?=[a-z]*[A-Z0-9+/=])[\w+/=.-]{6,})/gi, keep: always },
  // NAME=value, NAME="value", "name": "value", name: value to the end of the line
  {
    pattern: new RegExp(
      `((${secretName})\\\\*["']?\\s*(?:=>|:=|={1,3})\\s*)()(${escaped}|${word})`.replace("()", ""),
      "gi",
    ),
    keep: isSecretValue,
  },
  {
    pattern: new RegExp(`((${secretName})\\\\*["']?\\s*:\\s*)(${escaped}|${line})`, "gi"),
    keep: isSecretValue,
  },
  // --password value
  { pattern: new RegExp(`(\\s--?(${secretName})\\s+)(?!-)(${word})`, "gi"), keep: isSecretValue },
  // set -x NAME value, ENV NAME value
  {
    pattern: new RegExp(
      `(\\b(?:set|setx|setenv|export|env|arg)\\s+(?:-\\w+\\s+)*(${secretName})[ \\t]+)(${word})`,
      "gi",
    ),
    keep: isSecretValue,
  },
  // Options that are a password for these programs, and something else for others.
  {
    pattern: new RegExp(
      `(\\b(?:sshpass|docker login|podman login|helm registry login|redis-cli|ldap\\w+)\\b[^\\n;|&]*?\\s-[paw]\\s*)()(${word})`,
      "gi",
    ),
    keep: always,
  },
  {
    pattern: new RegExp(`(\\b(?:mysql\\w*|mariadb\\w*)\\b[^\\n;|&]*?\\s-p)()(${word})`, "gi"),
    keep: always,
  },
  // curl -u name:word; a user and a group by number are none
  {
    pattern: /(\s(?:-u|--user|--proxy-user)[\s=]*["']?(?!\d+:\d+\b)[^\s:"']+:)()([^\s"']+)/gi,
    keep: always,
  },
  { pattern: /(\blogin\s+\S+\s+password\s+)()(\S+)/gi, keep: always },
];

/** `values` are secrets known beforehand: they go wherever they stand, whatever stands around them. */
export function redactor(values: readonly string[]): Redactor {
  const known = verbatim(values);
  return {
    marker,
    isSecretName,
    text(text) {
      let clean = known ? text.replaceAll(known, marker) : text;
      clean = clean.replaceAll(secretShapes, marker);
      for (const { pattern, keep } of rules)
        clean = clean.replaceAll(pattern, (all, before: string, name: string, value: string) =>
          keep(before, name, value) ? `${before}${pattern.source.startsWith("([?") ? name : ""}${marker}` : all,
        );
      return clean;
    },
  };
}

/** Values as they are, as inside JSON, and as in an address. */
function verbatim(values: readonly string[]): RegExp | undefined {
  const forms = values.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
  ]);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return undefined;
  return new RegExp(longestFirst.map((form) => RegExp.escape(form)).join("|"), "g");
}
