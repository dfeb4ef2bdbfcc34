import type { ComponentType } from "react";
import type { AnyQuestion } from "../state/open-question.ts";
import { CallDialog } from "./call-dialog.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ElicitationDialog } from "./elicitation/elicitation-dialog.tsx";
import { ProblemsDialog } from "./start/problems-dialog.tsx";
import { TrustDialog } from "./start/trust-dialog.tsx";

type Props<Kind extends AnyQuestion["kind"]> = {
  readonly prompt: Extract<AnyQuestion, { readonly kind: Kind }>;
};

/** The dialog of each kind of question. */
const dialogs: { readonly [Kind in AnyQuestion["kind"]]: ComponentType<Props<Kind>> } = {
  permission: CallDialog,
  elicitation: ElicitationDialog,
  confirm: ConfirmDialog,
  change: ChangeDialog,
  trust: TrustDialog,
  problems: ProblemsDialog,
};

export function DialogOf({ question }: { readonly question: AnyQuestion }) {
  const Dialog = dialogs[question.kind] as ComponentType<{ readonly prompt: AnyQuestion }>;
  return <Dialog prompt={question} />;
}
