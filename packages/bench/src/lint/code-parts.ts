import type { ConfiguredHook } from "@snaphook/engine";
import { programOf } from "@snaphook/protocol";
import type { HookCode, Script } from "./hook-code.ts";

export type Language = "shell" | "python" | "javascript" | "ruby" | "other";

/** A piece of a hook's code in one language: its command, or one of its scripts. */
export interface CodePart {
  readonly language: Language;
  readonly text: string;
}

/** The parts of a hook's code that can be read; a command with `args` or without a shell is not code. */
export function codeParts(hook: ConfiguredHook, code: HookCode): readonly CodePart[] {
  const program = programOf(hook.handler);
  const command: CodePart = {
    language: code.form === "powershell" ? "other" : inlineLanguage(program?.command ?? ""),
    text: [program?.command ?? "", ...(program?.args ?? [])].join("\n"),
  };
  return [
    command,
    ...code.scripts.flatMap((script) =>
      script.content === undefined ? [] : [{ language: languageOf(script), text: script.content }],
    ),
  ];
}

/** `python3 -c '…'` is Python, although a shell starts it. */
const inlineLanguage = (command: string): Language =>
  byName.find(([, name]) => new RegExp(`^\\s*(?:${name})\\s+-[ce]\\s`).test(command))?.[0] ??
  "shell";

const byName: readonly (readonly [Language, string])[] = [
  ["python", String.raw`python[\d.]*`],
  ["javascript", "node|bun|deno|tsx|ts-node"],
  ["ruby", "ruby"],
  ["shell", "(?:ba|da|z|k)?sh"],
];

const byEnding: readonly (readonly [Language, RegExp])[] = [
  ["python", /\.py$/],
  ["javascript", /\.[cm]?[jt]sx?$/],
  ["ruby", /\.rb$/],
  ["shell", /\.(?:ba|z)?sh$/],
];

/** The language of a script, by its interpreter, its ending or its first line. */
function languageOf({ interpreter = "", value, content = "" }: Script): Language {
  const named = (text: string) =>
    byName.find(([, name]) => new RegExp(`(?:^|[/\\s])(?:${name})(?:\\s|$)`).test(text))?.[0];
  const [first = ""] = content.split("\n", 1);
  return (
    named(interpreter) ??
    byEnding.find(([, ending]) => ending.test(value))?.[0] ??
    (first.startsWith("#!") ? named(first.slice(2)) : undefined) ??
    "other"
  );
}
