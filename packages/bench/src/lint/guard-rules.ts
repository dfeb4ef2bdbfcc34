import {
  backgroundOf,
  events,
  isBlockable,
  onFailureCounts,
  type Profile,
} from "@snaphook/protocol";
import { type LintedHook, type LintRule, type LintSubject, warningAt } from "./lint-subject.ts";

/**
 * Code by which a hook refuses something. This is a guess, so the rules that use it report nothing when a
 * hook's code cannot be read.
 */
const refusal =
  /\bexit[\s(]+2\b|\bexit_?code\s*=\s*2\b|\bsys\.exit\(\s*2\b|["'](?:deny|block)\\?["']|\bdeny\(|\bblock\(/i;

/** Whether a hook refuses something by exit code 2 or by its answer. */
export const looksLikeGuard = ({ code }: LintedHook): boolean =>
  code.text !== undefined && refusal.test(code.text);

/** P12: the action has happened before a background hook could refuse it. */
export const guardInBackground: LintRule = ({ hooks, profile }) =>
  hooks
    .filter(
      (linted) =>
        backgroundOf(linted.hook.handler) === "yes" &&
        isBlockable(events[linted.hook.event], profile) &&
        looksLikeGuard(linted),
    )
    .map(({ hook }) =>
      warningAt(hook, {
        code: "guard-in-background",
        message:
          "this looks like a guard, but it runs in the background, where it can refuse nothing",
        advice: 'remove "async"',
      }),
    );

/** If a hook's code is elsewhere, only its URL, tool or question can show that it is a guard. */
export const guardName = /guard|deny|block|protect|polic(?:y|ies)|approv/i;

/** H8: by default a guard that crashes, is missing or times out lets the action happen. */
export const guardFailsOpen: LintRule = ({ hooks, profile }) =>
  hooks
    .filter(
      (linted) =>
        couldRefuse(linted, profile) &&
        isGuard(linted) &&
        linted.hook.handler.onFailure === undefined,
    )
    .map(({ hook }) =>
      warningAt(hook, {
        code: "guard-fails-open",
        message: `this looks like a guard, but the ${isPrompt(hook.event) ? "prompt is sent" : "tool runs"} anyway when the hook crashes, times out or cannot be started`,
        advice: 'add "onFailure": "block", or "continue" if that is what you want',
      }),
    );

/** Whether `onFailure` could make a failing hook refuse a tool call, the permission for it, or a prompt. */
function couldRefuse({ hook: { event, handler } }: LintedHook, profile: Profile): boolean {
  const { outcome, refusable } = events[event];
  const decides = outcome === "tool-call" || outcome === "permission" || isPrompt(event);
  const isAwaited = backgroundOf(handler) === "no";
  return refusable && decides && isAwaited && onFailureCounts(handler, profile);
}

/** Events about what the user types. */
const isPrompt = (event: string): boolean => event.startsWith("UserPrompt");

const isGuard = (linted: LintedHook): boolean =>
  linted.code.isProgram ? looksLikeGuard(linted) : guardName.test(linted.hook.label);

/** A hook that counts how often it sent the agent back is meant to loop, and ends the loop itself. */
const countsRounds = /\b\w*(?:iteration|attempt|retries|rounds?|max_|max[A-Z]|counter)\w*/;

/** E10: a hook that keeps the agent going and does not check the flag never lets it stop. */
export const stopHookIgnoresFlag: LintRule = ({ hooks }) =>
  hooks.flatMap((linted) => {
    const { hook, code } = linted;
    const flag = "stop_hook_active";
    // A background hook cannot keep the agent going, unless it can wake the model.
    const canBlock = backgroundOf(hook.handler) !== "yes";
    if (!events[hook.event].inputFields.includes(flag) || !canBlock) return [];
    if (!looksLikeGuard(linted) || code.text?.includes(flag)) return [];
    if (countsRounds.test(code.text ?? "")) return [];
    return [
      warningAt(hook, {
        code: "stop-hook-ignores-flag",
        message: `this hook can keep the agent going but never checks ${flag}, so the agent may never stop`,
        advice: `let the agent stop when ${flag} is true in the input`,
      }),
    ];
  });

/**
 * A shell command can write files that Write and Edit may not change. Reported once, at the first such guard,
 * and only if no guard of the event and no deny or ask rule checks Bash at all: which one is meant to would be a guess.
 */
export const editGuardNotBash: LintRule = ({ hooks, snapshot }) => {
  const before = hooks.filter(({ hook }) => events[hook.event].outcome === "tool-call");
  const looksAt = ({ hook }: LintedHook, tool: string) =>
    hook.matcher.test(tool) !== "does-not-match";
  const guard = before.find(
    (linted) => looksLikeGuard(linted) && ["Write", "Edit"].some((tool) => looksAt(linted, tool)),
  );
  const open = ["Bash", "NotebookEdit"].filter(
    (tool) => !before.some((linted) => looksAt(linted, tool) && couldGuard(linted)),
  );
  if (!guard || !open.includes("Bash") || hasRuleFor("Bash", snapshot)) return [];
  return [
    warningAt(guard.hook, {
      code: "edit-guard-not-bash",
      message: `this guards edits, but no ${guard.hook.event} guard checks ${open.join(" or ")}, which can change files too`,
      advice: `add ${open.join(" and ")} to the matcher of a guard, or add deny rules to permissions`,
    }),
  ];
};

/** Code that cannot be read may refuse. */
const couldGuard = (linted: LintedHook): boolean =>
  linted.code.text === undefined ||
  looksLikeGuard(linted) ||
  (linted.code.scripts.length === 0 && !onlyWrites.test(linted.code.text));

/** A command without a script that shows what it does; other programs are unknown. */
const onlyWrites = /[;|&<>]|^(?:echo|printf|touch|true|:)(?:\s|$)/;

/** Whether a deny or ask rule of any settings is about a tool. */
const hasRuleFor = (tool: string, { settings }: LintSubject["snapshot"]): boolean =>
  settings.some(({ values }) => {
    const { deny, ask } = (values["permissions"] ?? {}) as Readonly<Record<string, unknown>>;
    return [deny, ask].flat().some((rule) => String(rule).split("(")[0] === tool);
  });
