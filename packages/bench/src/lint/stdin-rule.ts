import { codeParts } from "./code-parts.ts";
import { type LintRule, warningAt } from "./lint-subject.ts";

/** Where a shell starts a command whose stdin is that of the hook: not after a pipe. */
const start = String.raw`(?:^|&&|\|\||[;&({\n!]|\$\(|\b(?:then|do|if|elif)\b|\x60)\s*(?:\w+=)?`;

/** Nothing but a pipe, a redirection of output or the end follows: a file or \`<\` would be another input. */
const end = String.raw`\s*(?=$|[|;&)}\n\x60]|\d?>)`;

const word = String.raw`(?!-)(?:'[^']*'|"[^"$]*"|[^\s'"|;&()<>$]+)`;

/** Options other than these: `jq -n` reads nothing, and `grep -r` reads folders. */
const optionsBut = (excluded: string) => String.raw`(?:\s+-(?!${excluded})[\w-]+)*`;
const jq = String.raw`jq${optionsBut(String.raw`\w*n|-null-input`)}\s+${word}`;
const grep = String.raw`grep${optionsBut(String.raw`\w*[rR]|-recursive`)}\s+${word}`;

/** A command that reads stdin to its end, because it has no file. */
const reader = new RegExp(String.raw`${start}(cat(?:\s+-)?|${jq}|${grep})${end}`, "gm");

/** Code with another stdin, or of which only one part runs: here-documents, loops, functions, what a pipe feeds, branches. */
const elsewhere = [
  /<<-?\s*['"]?(\w+)['"]?[\s\S]*?\n\s*\1\b/g,
  /\bdo\b[\s\S]*?\bdone\b/g,
  /\w+\s*\(\)\s*\{[^{}]*\}/g,
  /(?<=[^|]\|\s*)(?:\{[^{}]*\}|\([^()]*\))/g,
  /\b(?:else|elif)\b[\s\S]*?\bfi\b/g,
  /\bcase\b[\s\S]*?\besac\b/g,
  /^\s*#.*$/gm,
];

/** More is no command that a person wrote; the expressions would take too long on it. */
const longestScript = 10_000;

/** The names of the commands in a shell script that read the hook's stdin to its end. */
export function stdinReaders(script: string): readonly string[] {
  const code = elsewhere.reduce(
    (text, part) => text.replaceAll(part, " true "),
    script.slice(0, longestScript),
  );
  return [...code.matchAll(reader)].map(([, found = ""]) => found.split(/\s/, 1)[0] ?? "");
}

/** The first command that reads stdin takes all of it. A guard whose check comes second checks nothing. */
export const stdinReadTwice: LintRule = ({ hooks }) =>
  hooks.flatMap(({ hook, code }) => {
    const shell = codeParts(hook, code).filter(({ language }) => language === "shell");
    const found = shell.map(({ text }) => stdinReaders(text)).find(({ length }) => length > 1);
    if (!found) return [];
    const [first, second] = found;
    return [
      warningAt(hook, {
        code: "stdin-read-twice",
        message: `${first} reads all of stdin, so ${second === first ? `the next ${second}` : second} gets nothing: what it checks or prints is always empty`,
        advice: `read stdin once, with input=$(cat), and then: printf '%s' "$input" | ${second === "cat" ? "…" : `${second} …`}`,
      }),
    ];
  });
