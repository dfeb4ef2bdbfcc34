import type { PermissionReply } from "@snaphook/agent";
import { inLine } from "@snaphook/protocol";
import { useMemo } from "react";
import { markdownLines } from "../markdown/markdown-lines.ts";
import type { PermissionPrompt } from "../state/open-question.ts";
import { ofOthers } from "../text/others-lines.ts";
import { shortBlanks } from "../text/short-blanks.ts";
import { line, type StyledLine } from "../text/styled-line.ts";
import { ChoiceDialog } from "./parts/choice-dialog.tsx";
import type { Choice } from "./parts/choices.ts";
import { useDialogSize } from "./parts/dialog-frame.tsx";

type PlanChoice = "edits" | "yes" | "no";

/** ExitPlanMode: the model's plan. */
export function PlanDialog({ prompt }: { readonly prompt: PermissionPrompt }) {
  const { question, answer } = prompt;
  const { columns } = useDialogSize();
  const { plan } = question.call.input;
  const body = useMemo(
    () => [
      line("Carry out this plan of the model?", { bold: true }),
      ...ofOthers(planLines(plan, columns - 2)),
    ],
    [plan, columns],
  );
  const accepts = question.offers.filter(({ update }) => update.mode === "acceptEdits");
  const hasEdits = accepts.length > 0;
  const choices: readonly Choice<PlanChoice>[] = [
    // A number means the same as in permission questions: 1 yes, 2 yes and more than that, 3 no.
    { id: "yes", number: 1, label: "Yes, ask before each edit" },
    ...(hasEdits
      ? [{ id: "edits", number: 2, label: "Yes, and accept edits from now on" } as const]
      : []),
    {
      id: "no",
      number: 3,
      label: "No, keep planning",
      message: "and tell the model what to change",
    },
  ];
  return (
    <ChoiceDialog
      body={body}
      choices={choices}
      escapes="keeps planning"
      onChoose={(id, message) =>
        answer(
          replyOf(
            id,
            message,
            accepts.map(({ update }) => update),
          ),
        )
      }
      onCancel={() => answer(replyOf("no", undefined, []))}
    />
  );
}

function planLines(plan: unknown, columns: number): readonly StyledLine[] {
  if (typeof plan === "string" && plan.trim() !== "")
    return markdownLines(shortBlanks(plan), columns);
  return [line(plan === undefined ? "The plan is empty." : inLine(String(plan)), { dim: true })];
}

function replyOf(
  id: PlanChoice,
  message: string | undefined,
  updatedPermissions: readonly unknown[],
): PermissionReply {
  if (id === "edits") return { behavior: "allow", updatedPermissions };
  if (id === "yes") return { behavior: "allow" };
  return message === undefined
    ? { behavior: "deny", message: "the user wants to keep planning", interrupt: true }
    : { behavior: "deny", message };
}
