/** Syntax that bash has and a plain sh lacks: what people call it, and how to find it. */
const constructs: readonly (readonly [name: string, found: RegExp])[] = [
  ["[[ … ]]", /(?:^|[\s;&|(!])\[\[\s/],
  ["(( … ))", /(?:^|[\s;&|])\(\(/],
  ["<<<", /<<</],
  ["<( … )", /(?<![\w$])[<>]\(/],
  ["&>", /&>|\|&/],
  ["source", /(?:^|[\s;&|])source\s/],
  ["function", /(?:^|[\s;&|])function\s+[\w-]+/],
  ["an array", /(?:^|[\s;&|])\w+\+?=\(/],
  ["[ … == … ]", /(?:^|[\s;&|(!])\[\s[^\]\n]*\s==\s/],
  ["{1..9}", /\{\d+\.\.\d+\}/],
  ["set -o pipefail", /\bset\s+-[a-z]*o\s+pipefail\b/],
  ["declare, shopt or mapfile", /(?:^|[\s;&|])(?:declare|shopt|mapfile|readarray)\s/],
];

/** These are common inside double quotes too. */
const expansions: readonly (readonly [name: string, found: RegExp])[] = [
  ["${array[…]}", /\$\{[#!]?\w+\[/],
  ["${text//…}, ${text,,} or ${text:0:1}", /\$\{\w+(?:\/|,|\^|:\d)/],
];

/** The first construct in a shell script that only bash has; undefined if there is none. */
export function bashSyntaxIn(script: string): string | undefined {
  const code = script.replaceAll(/^\s*#.*$/gm, "").replaceAll(/'[^']*'/g, "''");
  const bare = code.replaceAll(/"(?:\\.|[^"\\])*"/gs, '""');
  const firstIn = (list: typeof constructs, text: string) =>
    list.find(([, found]) => found.test(text))?.[0];
  return firstIn(constructs, bare) ?? firstIn(expansions, code);
}
