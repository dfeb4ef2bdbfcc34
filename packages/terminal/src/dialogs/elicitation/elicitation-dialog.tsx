import { inLine } from "@snaphook/protocol";
import { useMemo } from "react";
import type { ElicitationPrompt } from "../../state/open-question.ts";
import { ofOthers } from "../../text/others-lines.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";
import { ChoiceDialog } from "../parts/choice-dialog.tsx";
import { KeyDialog } from "../parts/key-dialog.tsx";
import { formFields } from "./form-field.ts";
import { formRows } from "./form-rows.ts";
import { firstForm, pasteIntoForm, pressFormKey } from "./form-state.ts";

/** A question of an MCP server: a form, or an address to open. */
export function ElicitationDialog({ prompt }: { readonly prompt: ElicitationPrompt }) {
  const { question, answer } = prompt;
  const intro = useMemo(() => introLines(question), [question]);
  const fields = useMemo(() => formFields(question.schema), [question]);
  if (question.url !== undefined || fields.length === 0)
    return (
      <ChoiceDialog
        body={intro}
        choices={[
          { id: "decline", label: "Decline" },
          {
            id: "accept",
            label: question.url === undefined ? "Accept" : "Accept: I open the address myself",
          },
        ]}
        escapes="cancels"
        onChoose={(action) => answer(action === "accept" ? accepted(question.url) : { action })}
        onCancel={() => answer({ action: "cancel" })}
      />
    );
  return (
    <KeyDialog
      first={firstForm(fields)}
      draw={(state, columns) => formRows(intro, fields, state, columns)}
      press={(state, typed, key) => pressFormKey(fields, state, typed, key)}
      paste={(state, text) => pasteIntoForm(fields, state, text)}
      onDone={answer}
      hasTextField={() => true}
    />
  );
}

/** A form without fields has an empty content; an address has none. */
const accepted = (url: string | undefined) =>
  url === undefined
    ? ({ action: "accept", content: {} } as const)
    : ({ action: "accept" } as const);

const introLines = ({
  server,
  message,
  url,
}: ElicitationPrompt["question"]): readonly StyledLine[] => [
  line(`The MCP server ${inLine(server)} asks`, { bold: true }),
  ...ofOthers([
    ...message.split("\n").map((one) => line(inLine(one))),
    ...(url === undefined ? [] : [[], line(inLine(url), { color: "cyan" })]),
  ]),
  ...(url === undefined ? [] : [hostLine(url)]),
];

/** The host is what matters of an address, and the easiest to overlook. */
const hostLine = (url: string): StyledLine =>
  line(`The address is on ${inLine(URL.parse(url)?.host ?? "an unknown host")}.`, { dim: true });
