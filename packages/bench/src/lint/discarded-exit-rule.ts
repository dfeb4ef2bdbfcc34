import { backgroundOf, events, isRefusable, programOf } from "@snaphook/protocol";
import { looksLikeGuard } from "./guard-rules.ts";
import type { HookCode } from "./hook-code.ts";
import { type LintedHook, type LintRule, warningAt } from "./lint-subject.ts";

/** What a command line can end with, after its script, so that the script's exit code is lost. */
const discarding: readonly RegExp[] = [
  /\|\|\s*(?:true|:|exit(?:\s+0)?|echo\b[^|&;]*)\s*;?\s*$/,
  /[;\n]\s*(?:true|:|exit\s+0)\s*;?\s*$/,
  /(?<!\|)\|(?!\|)[^|]*$/,
  /(?<![&>])&\s*$/,
];

/** The end of a hook's command line that discards the exit code of its script; undefined if nothing does. */
export function discardedExit(
  hook: LintedHook["hook"],
  { form, scripts }: Pick<HookCode, "form" | "scripts">,
): string | undefined {
  const command = programOf(hook.handler)?.command ?? "";
  const text = scripts.at(-1)?.text;
  const start = text === undefined ? -1 : command.lastIndexOf(text);
  if (form !== "shell" || start < 0 || /\bpipefail\b/.test(command)) return undefined;
  const end = start + (text?.length ?? 0);
  // Operators in quotes are text. The length stays, so that places in both are the same.
  const bare = command.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, (quoted) => "q".repeat(quoted.length));
  const found = discarding.map((pattern) => pattern.exec(bare.slice(end))).find(Boolean);
  return found ? command.slice(end + found.index).trim() : undefined;
}

/** A2: the host sees only the exit code of the whole command line. */
export const exitCodeDiscarded: LintRule = ({ hooks, profile }) =>
  hooks.flatMap((linted) => {
    const { hook, code } = linted;
    const isGuard =
      isRefusable(events[hook.event], profile) &&
      backgroundOf(hook.handler) === "no" &&
      (looksLikeGuard(linted) || hook.handler.onFailure === "block");
    const ending = isGuard ? discardedExit(hook, code) : undefined;
    if (ending === undefined) return [];
    return [
      warningAt(hook, {
        code: "exit-code-discarded",
        message: `"${ending}" discards the exit code of the script: exit code 2 refuses nothing, and a failure is not noticed`,
        advice: "end the command with the script",
      }),
    ];
  });
