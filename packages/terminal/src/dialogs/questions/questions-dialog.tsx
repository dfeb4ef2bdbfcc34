import type { PermissionReply } from "@snaphook/agent";
import type { PermissionPrompt } from "../../state/open-question.ts";
import { KeyDialog } from "../parts/key-dialog.tsx";
import type { AskedQuestion } from "./asked-question.ts";
import { questionRows } from "./question-rows.ts";
import { type Answers, firstState, pasteAnswer, pressQuestionKey } from "./questions-state.ts";

interface Props {
  readonly prompt: PermissionPrompt;
  readonly questions: readonly AskedQuestion[];
}

/** AskUserQuestion: the model's questions. The answers become part of the call's input. */
export function QuestionsDialog({ prompt, questions }: Props) {
  const { question, answer } = prompt;
  return (
    <KeyDialog
      first={firstState(questions)}
      draw={(state, columns) => questionRows(questions, state, columns)}
      press={(state, typed, key) => pressQuestionKey(questions, state, typed, key)}
      paste={(state, text) => pasteAnswer(questions, state, text)}
      pageOf={({ tab }) => tab}
      hasTextField={() => true}
      onDone={(answers) => answer(replyOf(answers, question.call.input))}
    />
  );
}

function replyOf(
  answers: Answers,
  input: PermissionPrompt["question"]["call"]["input"],
): PermissionReply {
  return answers
    ? { behavior: "allow", updatedInput: { ...input, answers } }
    : { behavior: "deny", message: "the user did not answer", interrupt: true };
}
