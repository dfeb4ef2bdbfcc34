import type { PermissionAnswer } from "@snaphook/engine";
import { realTarget } from "@snaphook/engine/internal";
import { commandsOf, type RuleContext, type ToolCall } from "@snaphook/engine/rules";
import type { Profile } from "@snaphook/protocol";
import { isInside } from "../is-inside.ts";
import type { Access, ToolInput } from "../tools/tool.ts";
import { showsProcessSecrets } from "./guard/process-secrets.ts";
import type { Touch } from "./guard/protected-places.ts";
import { type PermissionLists, rulesOf } from "./permission-lists.ts";
import type { PermissionMode } from "./permissions.ts";
import { refusalTexts, subjectOf } from "./refusal-texts.ts";
import { commandsToAskAbout } from "./rules/commands-to-ask-about.ts";
import { forbiddingRule, isAllowed, undecidedRule } from "./rules/matching-rules.ts";

/** A call, and everything its judgement depends on. */
export interface JudgedCall {
  readonly tool: string;
  /** The MCP server that offers the tool. */
  readonly mcpServer?: string | undefined;
  readonly input: ToolInput;
  readonly access: Access;
  readonly mode: PermissionMode;
  readonly lists: PermissionLists;
  /** The project and the directories added to it. */
  readonly directories: readonly string[];
  readonly context: RuleContext;
  /** Which protected file it would change (T5). */
  readonly touch: Touch | undefined;
  /** Why acceptEdits does not cover an edit in the project (T12). */
  readonly notCovered: string | undefined;
  /** Whether the model may ask to run a command outside the sandbox. */
  readonly mayRunOutside: boolean;
  readonly headless: boolean;
  isReadOnlyCommand(command: string, line?: string): boolean;
  /** Whether a command is read-only and reads nothing outside the project. */
  runsUnasked(command: string, line?: string): boolean;
  /** Section 12 of the contract: whether plan mode refuses changes or asks about them. */
  readonly planModeChanges: Profile["planModeChanges"];
  /** H3: an agent hook reads nothing outside the project. */
  mayRead(path: string): boolean;
  /** Section 12 of the contract: whether a tool may read this file or folder without a rule. */
  readsUnasked(path: string): boolean;
}

/** The call as rules judge it. */
export const callOf = ({ tool, input, mcpServer }: JudgedCall): ToolCall => ({
  toolName: tool,
  toolInput: input,
  mcpServer,
});

/**
 * G1 without the hooks: first the trust store, deny rules and plan mode refuse; then protected files and ask
 * rules need approval; then allow rules and the mode decide.
 */
export function judgeCall(judged: JudgedCall): PermissionAnswer {
  return (
    refusalOf(judged) ?? userAnswerOf(judged) ?? confirmationOf(judged) ?? permissionOf(judged)
  );
}

/** No hook's allow and no mode beats these. */
function refusalOf(judged: JudgedCall): PermissionAnswer | undefined {
  const { tool, access, lists, context, touch } = judged;
  const call = callOf(judged);
  const denying = forbiddingRule(rulesOf(lists.deny), call, context);
  if (denying !== undefined) {
    const isForAll = denying.pattern === undefined;
    if (access.kind === "command" && !isForAll && !commandsOf(access.command).parsable)
      return { deny: refusalTexts.unreadable(tool, denying.text, access.command) };
    return { deny: refusalTexts.denyRule(tool, subjectOf(access)) };
  }
  if (access.kind === "read" && access.path !== undefined && showsProcessSecrets(access.path))
    return { deny: refusalTexts.processFile(tool) };
  if (access.kind === "read" && !judged.mayRead(access.path ?? context.cwd))
    return { deny: refusalTexts.outside(tool) };
  if (touch?.kind === "trust") return { deny: refusalTexts.trust(tool) };
  if (isOutside(judged) && !judged.mayRunOutside)
    return { deny: refusalTexts.outsideForbidden(tool) };
  if (isChangeInPlanMode(judged) && judged.planModeChanges === "refused")
    return { deny: refusalTexts.plan(tool) };
  return undefined;
}

/** A question or a plan: no rule and no other mode than dontAsk replaces the user's answer. */
function userAnswerOf({ tool, access, mode }: JudgedCall): PermissionAnswer | undefined {
  if (access.kind !== "user") return undefined;
  return mode === "dontAsk"
    ? { deny: refusalTexts.dontAsk(tool) }
    : { onlyUser: refusalTexts.onlyUser(tool) };
}

/** These beat a hook's allow, allow rules and acceptEdits. */
function confirmationOf(judged: JudgedCall): PermissionAnswer | undefined {
  const { tool, lists, context, touch, mode } = judged;
  if (touch?.kind === "settings" && mode !== "bypassPermissions") {
    const text = refusalTexts.settings(tool, touch);
    return mode === "dontAsk" ? { deny: text } : { ask: text };
  }
  if (isOutside(judged) && mode !== "bypassPermissions") {
    const text = refusalTexts.outsideSandbox(tool);
    return mode === "dontAsk" ? { deny: text } : { ask: text };
  }
  if (isChangeInPlanMode(judged) && !isAllowedCommand(judged))
    return { ask: refusalTexts.planQuestion(tool) };
  const call = callOf(judged);
  const undecided = undecidedRule(rulesOf([...lists.deny, ...lists.ask]), call, context);
  if (undecided !== undefined) {
    const text = refusalTexts.undecided(tool, undecided.rule.text, undecided.because);
    return mode === "dontAsk" ? { deny: text } : { ask: text, rule: undecided.rule.text };
  }
  const asking = forbiddingRule(rulesOf(lists.ask), call, context);
  if (asking === undefined) return undefined;
  return mode === "dontAsk"
    ? { deny: refusalTexts.askRuleUnasked(tool) }
    : { ask: refusalTexts.askRule(tool), rule: asking.text };
}

const isOutside = ({ access }: JudgedCall): boolean =>
  access.kind === "command" && access.outside === true;

function permissionOf(judged: JudgedCall): PermissionAnswer {
  const { tool, access, mode, headless, notCovered, context } = judged;
  if (mode === "bypassPermissions") return "allow";
  if (access.kind === "read" && judged.readsUnasked(access.path ?? context.cwd)) return "allow";
  const needed = neededParts(judged);
  if (needed === undefined) return "allow";
  if ((mode === "acceptEdits" || mode === "auto") && isEditInside(judged)) return "allow";
  if (mode === "dontAsk") return { unlessGranted: refusalTexts.dontAsk(tool) };
  if (mode === "auto") return { unlessGranted: refusalTexts.auto(tool) };
  if (access.kind === "read")
    return { question: refusalTexts.outsideProject(tool, access.path ?? context.cwd) };
  const why = mode === "acceptEdits" ? notCovered : undefined;
  return { question: refusalTexts.question(tool, needed, headless, why) };
}

/** The parts of a call that nothing allows; undefined if there are none. */
function neededParts(judged: JudgedCall): readonly string[] | undefined {
  const { access, lists, context, runsUnasked } = judged;
  const allow = rulesOf(lists.allow);
  if (access.kind === "command") {
    const needed = commandsToAskAbout(access.command, {
      allow,
      context,
      isReadOnlyCommand: runsUnasked,
    });
    return needed.length === 0 ? undefined : needed;
  }
  if (isAllowed(allow, callOf(judged), context)) return undefined;
  const subject = subjectOf(access);
  return subject === undefined ? [] : [subject];
}

function isChangeInPlanMode({ mode, access, isReadOnlyCommand }: JudgedCall): boolean {
  if (mode !== "plan") return false;
  if (access.kind === "edit") return true;
  return access.kind === "command" && !isReadOnlyCommand(access.command);
}

/** Section 12 of the contract: where plan mode asks about changes, a rule still allows commands, but no edits. */
const isAllowedCommand = (judged: JudgedCall): boolean =>
  judged.access.kind === "command" && neededParts(judged) === undefined;

function isEditInside({ access, directories, notCovered }: JudgedCall): boolean {
  if (access.kind !== "edit" || notCovered !== undefined) return false;
  const target = realTarget(access.path);
  return directories.some((directory) => isInside(realTarget(directory), target));
}
