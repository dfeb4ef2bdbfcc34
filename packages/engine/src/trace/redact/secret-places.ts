import { secretName } from "./secret-names.ts";

/** A text between quotes; a quote that is not closed goes to the end. */
const quoted = String.raw`"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)`;

/** A word of a command line, quoted in parts or not. */
const word = String.raw`(?:${quoted}|\\[\s\S]|[^\s"'\\;&|<>()\x60])+`;

/** A value in JSON that is itself inside a text: its quotes have backslashes. */
const escaped = String.raw`\\+"[\s\S]*?(?:\\+"|$)|\\+'[\s\S]*?(?:\\+'|$)`;

/** A list or an object: to the end of its line or, if it only begins there, to the line that closes it. */
const nested = String.raw`[[{](?:[^\r\n]+|[\s\S]*?(?:\n\s*[\]}]|$))`;

/** A value between quotes, in brackets, or to the end of its line. */
const line = String.raw`${nested}|${quoted}|[^"'\r\n]+`;

/** Names of files that happen to have such a word in them, as compilers and grep print them. */
const noFile = String.raw`(?<!\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cpp|md|txt|json|ya?ml|sh))`;

/** A program's name and what follows it in the same command, up to its next mention: a text full of names is read once. */
const after = (programs: string): string =>
  `\\b(?:${programs})\\b(?:(?!\\b(?:${programs})\\b)[^\\n;|&])*?`;

const place = (pattern: string): RegExp => new RegExp(pattern, "gi");

/**
 * T3: where a text can contain a secret. `secret` is removed, `before` is kept,
 * and `name`, if there is one, decides whether it is a secret at all.
 */
export const secretPlaces: readonly RegExp[] = [
  // scheme://user:word@host
  place("(?<before>\\b[a-z][a-z0-9+.-]{0,30}://)(?<secret>[^\\s/?#\"'\\x60<>]+)(?=@)"),
  place("(?<before>[?&#;](?:key|code|sid|session)=)(?<secret>[^\\s&#\"'\\x60<>]+)"),
  place("(?<before>\\bbearer\\s+)(?<secret>[\\w.~+/=:-]+)"),
  // Not just any word after "basic": one with a digit, a capital or a sign in it.
  /(?<before>\b(?:[Bb]asic|BASIC|[Dd]igest|[Nn]egotiate)\s+)(?<secret>(?=[a-z]*[A-Z0-9+/=])[\w+/=.-]{6,})/g,
  // NAME=value, NAME="value", name => value
  place(
    `(?<before>(?<name>${secretName})\\\\*["']?\\s*(?:=>|:=|={1,3})\\s*)(?<secret>${escaped}|${word})`,
  ),
  // "name": "value", Name: value to the end of the line
  place(
    `(?<before>(?<!/)(?<name>${secretName})${noFile}\\\\*["']?\\s*:\\s*)(?<secret>${escaped}|${line})`,
  ),
  // ["--password", "value"], {"name": "TOKEN", "value": "value"}
  place(
    `(?<before>(?<name>${secretName})\\\\*["']\\s*,\\s*(?:\\\\*["']value\\\\*["']\\s*:\\s*)?)(?<secret>${escaped}|${quoted})`,
  ),
  // --password value
  place(`(?<before>(?<=\\s)(?=--?[a-z])(?<name>${secretName})\\s+)(?!-)(?<secret>${word})`),
  // set -x NAME value, ENV NAME value
  place(
    `(?<before>\\b(?:set|setx|setenv|export|env|arg)\\s+(?:-\\w+\\s+)*(?<name>${secretName})[ \\t]+)(?<secret>${word})`,
  ),
  // Options that are a password for these programs, and something else for others.
  place(
    `(?<before>${after("sshpass|(?:docker|podman|registry) login|redis-cli|ldap\\w+")}\\s-[paw]\\s*)(?<secret>${word})`,
  ),
  place(`(?<before>${after("mysql\\w*|mariadb\\w*")}\\s-p)(?<secret>${word})`),
  // curl -u name:word; a user and a group by number are none
  place(
    "(?<before>\\s(?:-u|--user|--proxy-user)[\\s=]*[\"']?(?!\\d+:\\d+\\b)[^\\s:\"']+:)(?<secret>[^\\s\"']+)",
  ),
  place("(?<before>\\blogin\\s+\\S+\\s+password\\s+)(?<secret>\\S+)"),
];
