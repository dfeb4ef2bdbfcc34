import { backgroundOf, events, isBlockable, isRefusable, programOf } from "@snaphook/protocol";
import { exitsWithOneIn } from "./exits-with-one.ts";
import { guardName, looksLikeGuard } from "./guard-rules.ts";
import { type LintedHook, type LintRule, warningAt } from "./lint-subject.ts";

/** A2: only exit code 2 blocks. A guard that exits with 1 has failed, and the action happens. */
export const exitOneAllows: LintRule = ({ hooks, profile }) =>
  hooks.flatMap((linted) => {
    const { hook } = linted;
    const event = events[hook.event];
    const canBlock = isBlockable(event, profile) && backgroundOf(hook.handler) === "no";
    const refusable = isRefusable(event, profile);
    const refusesAnyway = hook.handler.onFailure === "block" && refusable;
    if (!canBlock || refusesAnyway || !profile.exitTwoBlocks || looksLikeGuard(linted)) return [];
    const refuses =
      saysThatItRefuses(linted) ||
      (refusable && (refusesInCommand(linted) || isNamedAsGuard(linted)));
    if (!refuses) return [];
    return [
      warningAt(hook, {
        code: "exit-one-allows",
        message: `this hook seems to refuse with exit code 1, but only 2 blocks: 1 is a failure, which blocks nothing`,
        advice: "exit with 2, and print the reason on stderr",
      }),
    ];
  });

/** What a script says when it means to refuse. */
const refusingWords =
  /\b(?:block(?:ed|ing|s)?|den(?:y|ied|ies)|refus\w+|forbid\w*|disallow\w*|prohibit\w*|reject\w*|not (?:be )?(?:allowed|permitted)|(?:must|may|do) not)\b/i;

/** An exit with 1 right after words of refusal. */
const saysThatItRefuses = ({ code: { text = "" } }: LintedHook): boolean =>
  exitsBefore(text).some((lines) => refusingWords.test(lines));

/** For each exit with 1: its line and the three before it. */
function exitsBefore(text: string): readonly string[] {
  const lines = text.split("\n");
  return exitsWithOneIn(text).map((index) =>
    lines.slice(Math.max(0, index - 3), index + 1).join("\n"),
  );
}

/** A condition, or the branch of one, that ends with `exit 1` in a command. */
const conditionalExit =
  /(?:^|[;\n{(]|\bthen\b|\bdo\b)([^;\n]*?)(?:&&|\|\|)\s*(?:\{[^{}]*?)?\bexit 1\b|\bif\b([^\n]*?)[;\n]\s*then\b(?:(?!\bfi\b)[\s\S])*?\bexit 1\b|\bcase\b([\s\S]*?)\bexit 1\b/g;

/** Tests of the surroundings: without a tool, a folder or any input the hook cannot work, which is a failure. */
const setup =
  /^\s*!?\s*(?:cd|pushd|mkdir|source|\.)\s|\bcommand -v|\bwhich\b|\bhash\b|\btype\b|(?:\[|test)\s+(?:!\s+)?-[a-z]\s|\$#|\bcurl\b/;

/** More is no command that a person wrote; the expression would take too long on it. */
const longestCommand = 10_000;

/** `jq … | grep -q rm && exit 1`: the command itself decides, without a word. */
function refusesInCommand({ hook }: LintedHook): boolean {
  const command = (programOf(hook.handler)?.command ?? "").slice(0, longestCommand);
  return [...command.matchAll(conditionalExit)].some((found) => {
    const tested = found.slice(1).find((part) => part !== undefined) ?? "";
    return tested.trim() !== "" && !setup.test(tested);
  });
}

/** Where a script fails rather than refuses. */
const failing =
  /\b(?:except|catch|error|invalid|missing|usage|argv?|required?|not found|cannot|could not|fail\w*)\b|Error\b|\$#|\s-[fedxz]\s|command -v|\bwhich\b/i;

/** A condition in a shell, Python or JavaScript. */
const condition = /\b(?:if|elif|case|grep|test)\b|\[\[?\s|&&|\|\|/;

/** A script with the name of a guard that exits with 1 after a condition. */
function isNamedAsGuard({ code: { scripts } }: LintedHook): boolean {
  return scripts.some(
    ({ path = "", content = "" }) =>
      guardName.test(path.split("/").at(-1) ?? "") &&
      exitsBefore(content).some((lines) => condition.test(lines) && !failing.test(lines)),
  );
}
