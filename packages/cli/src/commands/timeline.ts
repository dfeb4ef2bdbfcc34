import type { AgentEvent } from "@snaphook/agent";
import { events } from "@snaphook/protocol";
import { firstLines, row, short } from "./timeline/columns.ts";
import { type EndedRun, outcomeRows } from "./timeline/outcome-rows.ts";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/** What hooks added for the model is told with the hook that said it. */
const hookText = /^<hook event="/;

/**
 * What happens in a session as lines for people: who said what, which hooks ran for how long, who decided, and
 * who sees which text. Texts of the user and the model are whole, all others are cut; the trace has more.
 *
 * Calls that run side by side are told one after the other, each with its hooks, when it has ended.
 */
export function createTimeline(): (event: AgentEvent) => readonly string[] {
  const open = new Map<string, Of<"tool-started">>();
  let runs: readonly EndedRun[] = [];
  let outcomes: readonly Of<"outcome">["outcome"][] = [];
  /** The call whose line was printed last. */
  let shown: string | undefined;

  function outcome({ outcome }: Of<"outcome">): readonly string[] {
    if (events[outcome.event].isAboutTool && open.size > 0) {
      outcomes = [...outcomes, outcome];
      return [];
    }
    const own = runs.filter(({ event }) => event === outcome.event);
    runs = runs.filter(({ event }) => event !== outcome.event);
    return outcomeRows(outcome, own);
  }

  function started(call: Of<"tool-started">): readonly string[] {
    open.set(call.id, call);
    if (open.size > 1) return [];
    shown = call.id;
    return [callRow(call)];
  }

  function ended(event: Of<"tool-ended">): readonly string[] {
    const call = open.get(event.id);
    const mixed = open.size > 1;
    const own = runs.filter(({ subject }) => !mixed || subject === event.name);
    const lines = [
      ...(call && shown !== event.id ? [callRow(call)] : []),
      ...outcomes.flatMap((one) => outcomeRows(one, own, call?.input)),
      row(event.ran ? "tool" : "refused", firstLines(resultText(event.text))),
    ];
    open.delete(event.id);
    outcomes = [];
    shown = event.id;
    if (open.size === 0) runs = runs.filter((run) => !events[run.event].isAboutTool);
    return lines;
  }

  return (event) => {
    switch (event.type) {
      case "user":
        return event.synthetic ? [] : textRows("user", event.message.content);
      case "assistant":
        return textRows("model", event.message.content);
      case "hook":
        if (event.progress.type === "run-ended") runs = [...runs, event.progress];
        return [];
      case "outcome":
        return outcome(event);
      case "tool-started":
        return started(event);
      case "tool-ended":
        return ended(event);
      case "result":
        return [row("end", event.result.terminalReason)];
      default:
        return [];
    }
  };
}

const callRow = ({ name, input }: Of<"tool-started">): string =>
  row("model", short(`→ ${name} ${JSON.stringify(input)}`));

const textRows = (
  who: string,
  content: readonly { readonly type: string; readonly text?: string }[],
): readonly string[] =>
  content.flatMap(({ type, text }) =>
    type === "text" && text && !hookText.test(text) ? [row(who, text)] : [],
  );

/** The result alone: what hooks said beside it stands with the hooks. */
const resultText = (text: string): string => text.split('\n\n<hook event="')[0] ?? "";
