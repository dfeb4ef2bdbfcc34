import type { AssistantBlock } from "../conversation/message.ts";
import type { Agent, AnswerDisplay, UnfiredHooks } from "./agent.ts";
import type { CurrentTurn } from "./current-turn.ts";

export interface AnswerDisplayOptions {
  readonly dispatch: Agent["dispatch"];
  hooks(): UnfiredHooks;
  turnId(): string | undefined;
  readonly turn: Pick<CurrentTurn, "stop">;
}

const event = "MessageDisplay";

/** Fires MessageDisplay before an answer is shown. */
export function answerDisplay(options: AnswerDisplayOptions): AnswerDisplay {
  const { dispatch, hooks, turnId, turn } = options;
  const holdsText = () =>
    hooks()
      .config.snapshot()
      .hooks.some((hook) => hook.event === event && !hook.dormant);

  async function textToShow(piece: Piece, signal: AbortSignal): Promise<string> {
    const step = await dispatch(event, { turn_id: turnId() ?? "", ...piece }, { signal });
    if (step.do === "stop") turn.stop(step.reason);
    const { displayContent } = step.fields;
    return typeof displayContent === "string" ? displayContent : piece.delta;
  }

  return {
    holdsText,
    async shown({ id, content }, signal) {
      if (!holdsText()) return content;
      const texts = content.filter((block) => block.type === "text" && block.text !== "");
      const shown: AssistantBlock[] = [];
      for (const block of content) {
        const index = texts.indexOf(block);
        const final = index === texts.length - 1;
        if (block.type !== "text" || index < 0) shown.push(block);
        else {
          const piece = { message_id: id, index, final, delta: block.text };
          shown.push({ ...block, text: await textToShow(piece, signal) });
        }
      }
      return shown;
    },
  };
}

interface Piece {
  readonly message_id: string;
  readonly index: number;
  readonly final: boolean;
  readonly delta: string;
}
