import { useMemo } from "react";
import type { StyledLine } from "../../text/styled-line.ts";
import { choiceRows, keysHint } from "./choice-rows.ts";
import {
  type Choice,
  type ChoiceState,
  type ChoiceStep,
  firstChoice,
  pasteToChoice,
  pressChoiceKey,
} from "./choices.ts";
import { useDialogSize } from "./dialog-frame.tsx";
import { KeyDialog, type KeyStep } from "./key-dialog.tsx";
import { type DialogRows, isWhole } from "./layout.ts";
import { bodyRows } from "./readable-rows.ts";

interface Props<Id extends string> {
  /** What the question is about. Lines that are too long are wrapped. */
  readonly body: readonly StyledLine[];
  readonly choices: readonly Choice<Id>[];
  /** The answers for a screen on which all of them, in full, would hide what they are about. */
  readonly fewer?: readonly Choice<Id>[];
  /** Rows of the body that must be visible. */
  readonly needed?: number;
  /** What Esc does, in words. */
  readonly escapes: string;
  onChoose(id: Id, message: string | undefined): void;
  onCancel(): void;
}

/** A question with answers to choose from. */
export function ChoiceDialog<Id extends string>(props: Props<Id>) {
  const { escapes, onChoose, onCancel, fewer, needed } = props;
  const { columns, height } = useDialogSize();
  const draw = (choices: readonly Choice[], state: ChoiceState) => ({
    ...drawChoices(props.body, choices, state, { escapes, columns }),
    ...(needed !== undefined && { needed }),
  });
  // The dialog makes rows of the body; only where answers depend on how many there are, they are needed before.
  const hasFewer = fewer !== undefined;
  const rows = useMemo(
    () => (hasFewer ? bodyRows(props.body, columns) : []),
    [hasFewer, props.body, columns],
  );
  const whole = { ...draw(props.choices, firstChoice()), body: rows };
  const fits = !hasFewer || isWhole(whole, height, columns);
  const choices = fits ? props.choices : fewer;
  return (
    <KeyDialog<ChoiceState, Answer<Id>>
      // With other answers it is another dialog: none of them is chosen, and keys wait again.
      key={String(fits)}
      first={firstChoice()}
      draw={(state) => draw(choices, state)}
      press={(state, typed, key) => keyStep(pressChoiceKey(state, choices, typed, key))}
      paste={pasteToChoice}
      onDone={(answer) =>
        answer.do === "choose" ? onChoose(answer.id, answer.message) : onCancel()
      }
      hasTextField={({ message }) => message !== undefined}
    />
  );
}

type Answer<Id extends string> = Exclude<ChoiceStep<Id>, { readonly do: "stay" }>;

const keyStep = <Id extends string>(step: ChoiceStep<Id>): KeyStep<ChoiceState, Answer<Id>> =>
  step.do === "stay" ? step : { do: "done", result: step };

function drawChoices(
  body: readonly StyledLine[],
  choices: readonly Choice[],
  state: ChoiceState,
  { escapes, columns }: { readonly escapes: string; readonly columns: number },
): DialogRows {
  const { rows, selected } = choiceRows(choices, state, columns);
  const short = choiceRows(choices, state, columns, { isShort: true });
  return {
    body,
    footer: [[], ...rows],
    selected: selected + 1,
    short: { footer: short.rows, selected: short.selected },
    hint: keysHint(choices, state, escapes),
  };
}
