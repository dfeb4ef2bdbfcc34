import { inLine } from "@snaphook/protocol";
import { useMemo } from "react";
import type { ProblemsPrompt, SettingsProblem } from "../../state/start-questions.ts";
import { ofOthers } from "../../text/others-lines.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";
import { ChoiceDialog } from "../parts/choice-dialog.tsx";
import { whatIsLost } from "./what-is-lost.ts";

/** C5: entries of settings that cannot be used, before the session is opened without them. */
export function ProblemsDialog({ prompt }: { readonly prompt: ProblemsPrompt }) {
  const { problems, refusing, answer } = prompt;
  const body = useMemo(() => problemLines(problems), [problems]);
  const isOne = problems.length === 1;
  const what = problems.some(({ path }) => path === "")
    ? "what cannot be read"
    : isOne
      ? "this entry"
      : "these entries";
  return (
    <ChoiceDialog
      body={body}
      choices={[
        { id: "leave", label: isOne ? "Leave, to fix it" : "Leave, to fix them" },
        {
          id: "continue",
          label: `Continue without ${what}`,
          details: [refusing === 0 ? whatIsLost(problems) : refusingHooks(refusing)],
        },
      ]}
      escapes="leaves"
      onChoose={answer}
      onCancel={() => answer("leave")}
    />
  );
}

const refusingHooks = (count: number): string =>
  count === 1
    ? "the rest of the settings applies; 1 trusted hook cannot be read, and refuses what it guards"
    : `the rest of the settings applies; ${count} trusted hooks cannot be read, and refuse what they guard`;

const problemLines = (problems: readonly SettingsProblem[]): readonly StyledLine[] => [
  line(
    problems.length === 1
      ? "The settings have an error"
      : `The settings have ${problems.length} errors`,
    { bold: true },
  ),
  ...problems.flatMap(({ place, path, message, advice }) => [
    [],
    ...ofOthers([
      line(inLine(place), { dim: true }),
      ...(path === "" ? [] : [line(`  ${inLine(path)}`)]),
      line(`  ${inLine(message)}`, { color: "red" }),
      line(`  ${inLine(advice)}`),
    ]),
  ]),
];
