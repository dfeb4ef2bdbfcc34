import { inLine } from "@snaphook/protocol";
import { useMemo } from "react";
import type { ConfirmPrompt } from "../state/open-question.ts";
import { ofOthers } from "../text/others-lines.ts";
import { line } from "../text/styled-line.ts";
import { ChoiceDialog } from "./parts/choice-dialog.tsx";

/** A yes or no; no is selected at first. */
export function ConfirmDialog({ prompt }: { readonly prompt: ConfirmPrompt }) {
  const { title, lines, yes, no, answer } = prompt;
  const body = useMemo(
    () => [line(inLine(title), { bold: true }), ...ofOthers(lines.map((one) => line(inLine(one))))],
    [title, lines],
  );
  return (
    <ChoiceDialog
      body={body}
      choices={[
        { id: "no", label: no },
        { id: "yes", label: yes },
      ]}
      escapes="goes back"
      onChoose={(id) => answer(id === "yes")}
      onCancel={() => answer(false)}
    />
  );
}
