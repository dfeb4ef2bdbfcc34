import { inLine } from "@snaphook/protocol";
import { useMemo } from "react";
import { changedText } from "../diff/diff-text.ts";
import type { ChangePrompt } from "../state/open-question.ts";
import { ofOthers } from "../text/others-lines.ts";
import { line, type StyledLine } from "../text/styled-line.ts";
import { ChoiceDialog } from "./parts/choice-dialog.tsx";

/** C7: a settings file that was changed outside the session. */
export function ChangeDialog({ prompt }: { readonly prompt: ChangePrompt }) {
  const { change, answer } = prompt;
  const body = useMemo(() => changeLines(change), [change]);
  return (
    <ChoiceDialog
      body={body}
      choices={[
        { id: "keep", label: "Keep the settings from before, in this session" },
        { id: "apply", label: "Apply the change" },
      ]}
      escapes="keeps them"
      onChoose={(id) => answer(id === "apply")}
      onCancel={() => answer(false)}
    />
  );
}

function changeLines({ file, before, after }: ChangePrompt["change"]): readonly StyledLine[] {
  const what =
    before === undefined ? "is new" : after === undefined ? "is gone" : "has changed on disk";
  return [
    line(`A settings file ${what}`, { bold: true }),
    ...ofOthers([line(inLine(file), { dim: true }), [], ...changedText(before ?? "", after ?? "")]),
  ];
}
