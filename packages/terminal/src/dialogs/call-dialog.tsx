import type { ComponentType } from "react";
import type { PermissionPrompt } from "../state/open-question.ts";
import { PermissionDialog } from "./permission/permission-dialog.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { readQuestions } from "./questions/asked-question.ts";
import { QuestionsDialog } from "./questions/questions-dialog.tsx";

/** The dialog for a call: a few tools are themselves a question, all others need permission. */
export function CallDialog({ prompt }: { readonly prompt: PermissionPrompt }) {
  const { name, input } = prompt.question.call;
  const Dialog = dialogs[name];
  if (Dialog) return <Dialog prompt={prompt} />;
  const questions = name === "AskUserQuestion" ? readQuestions(input) : undefined;
  if (questions) return <QuestionsDialog prompt={prompt} questions={questions} />;
  return <PermissionDialog prompt={prompt} />;
}

const dialogs: Readonly<Record<string, ComponentType<{ readonly prompt: PermissionPrompt }>>> = {
  ExitPlanMode: PlanDialog,
};
