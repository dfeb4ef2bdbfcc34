import { dirname } from "node:path";
import type { PermissionAnswer } from "@snaphook/engine";
import { realTarget } from "@snaphook/engine/internal";
import { shellWord } from "@snaphook/protocol";
import { isWithin } from "./confinement.ts";
import { type JudgedCall, judgeCall } from "./judge-call.ts";
import { rulesOf } from "./permission-lists.ts";
import { isAllowed } from "./rules/matching-rules.ts";

/**
 * A file that a prompt mentions is read without the model's request, and prompts may come from elsewhere (a pipe, an
 * issue): outside the project it needs a rule or approval.
 */
export function judgeMention(judged: JudgedCall): PermissionAnswer {
  const answer = judgeCall(judged);
  const outside = outsidePath(judged);
  if (answer !== "allow" || outside === undefined) return answer;
  const target = realTarget(outside);
  const where = target === outside ? "is" : `leads to ${target},`;
  const text = `The prompt mentions ${outside}, which ${where} outside the project, so it needs approval`;
  return judged.mode === "dontAsk" ? { unlessGranted: text } : { question: text };
}

/** What allows it; `undefined` if it is not the place of the file that is in the way. */
export function howToAllowMention(judged: JudgedCall): string | undefined {
  const outside = judgeCall(judged) === "allow" ? outsidePath(judged) : undefined;
  return outside === undefined ? undefined : `--add-dir ${shellWord(dirname(realTarget(outside)))}`;
}

function outsidePath(judged: JudgedCall): string | undefined {
  const { access, mode, directories, lists, context, tool, input } = judged;
  if (access.kind !== "read" || access.path === undefined || mode === "bypassPermissions")
    return undefined;
  const isCovered =
    isWithin({ directories, files: [] }, access.path) ||
    isAllowed(rulesOf(lists.allow), { toolName: tool, toolInput: input }, context);
  return isCovered ? undefined : access.path;
}
