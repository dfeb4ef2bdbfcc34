import { events, isBlockable, isRefusable, onFailureCounts } from "@snaphook/protocol";
import { exitsWithOneIn } from "./exits-with-one.ts";
import { type LintedHook, type LintRule, type LintSubject, warningAt } from "./lint-subject.ts";

/** A refusal in JSON, or in an object of Python or JavaScript. */
const refusal =
  /\\?["']?\b(?:decision|permissionDecision)\\?["']?\s*[:=]\s*\\?["'](?:deny|block)\\?["']/;

/** How many lines after the refusal the exit may be. */
const maxLines = 8;

/** Whether a script prints a refusal and then exits with 1, where the answer is then not read (A2). */
export function exitsOneAfterAnswer(
  { code: { text = "" } }: LintedHook,
  { profile }: Pick<LintSubject, "profile">,
): boolean {
  if (profile.jsonWithFailingExit !== "ignored") return false;
  const exits = exitsWithOneIn(text);
  return text
    .split("\n")
    .some(
      (line, index) =>
        refusal.test(line) && exits.some((exit) => exit >= index && exit <= index + maxLines),
    );
}

/** A2: with an exit code other than 0 the JSON on stdout is not read, so its refusal is lost. */
export const answerThenExitOne: LintRule = (subject) =>
  subject.hooks.flatMap((linted) => {
    const { hook } = linted;
    const event = events[hook.event];
    const { profile } = subject;
    if (!isBlockable(event, profile) || !exitsOneAfterAnswer(linted, subject)) return [];
    const refusesAnyway =
      hook.handler.onFailure === "block" &&
      isRefusable(event, profile) &&
      onFailureCounts(hook.handler, profile);
    const effect = refusesAnyway
      ? 'it refuses only because of "onFailure": "block", and its reason is lost'
      : "nothing is refused";
    return [
      warningAt(hook, {
        code: "answer-then-exit-one",
        message: `this hook seems to print a refusal and exit with 1, but the answer is not read unless it exits with 0: ${effect}`,
        advice: "exit with 0 after the answer; or exit with 2, with the reason on stderr",
      }),
    ];
  });
