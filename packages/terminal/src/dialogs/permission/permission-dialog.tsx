import { useMemo } from "react";
import type { PermissionPrompt } from "../../state/open-question.ts";
import { ChoiceDialog } from "../parts/choice-dialog.tsx";
import { useDialogSize } from "../parts/dialog-frame.tsx";
import { permissionChoices, permissionReply } from "./permission-choices.ts";
import { permissionRows } from "./permission-rows.ts";

/** Asks whether a call may run. */
export function PermissionDialog({ prompt }: { readonly prompt: PermissionPrompt }) {
  const { question, before, answer } = prompt;
  const { columns } = useDialogSize();
  const { rows, needed } = useMemo(
    () => permissionRows(question, before, columns),
    [question, before, columns],
  );
  return (
    <ChoiceDialog
      body={rows}
      needed={needed}
      choices={permissionChoices(question)}
      fewer={permissionChoices({ offers: [] })}
      escapes="refuses and interrupts"
      onChoose={(id, message) => answer(permissionReply(id, message, question))}
      onCancel={() => answer(permissionReply("cancel", undefined, question))}
    />
  );
}
