import { events } from "@snaphook/protocol";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { firstLines, row, short } from "./columns.ts";
import { type EndedRun, outcomeRows, type SkippedHook } from "./outcome-rows.ts";

type Outcome = Of<"outcome">["outcome"];
type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

interface Call {
  readonly name: string;
  readonly input: unknown;
}

/** A hook's text for the model, which is shown with the hook instead. */
const hookText = /^<hook event="/;

/**
 * A session as lines for people: what the user and the model said, which hooks ran and for how long, which hook
 * decided, and who sees which text. Texts of the user and the model are complete, all others are cut; the trace has more.
 *
 * Calls that run in parallel are printed one after another, each with its hooks, when it has ended. The lines of a
 * subagent begin with its kind and the beginning of its id.
 */
export function createTimeline(): (event: AgentEvent) => readonly string[] {
  let cwd = "/";
  const main = timelineOfAgent(() => cwd);
  const subagents = new Map<string, ReturnType<typeof timelineOfAgent>>();
  return (event) => {
    if (event.type === "init") cwd = event.cwd;
    const agent = event.agent ?? (event.type === "hook" ? event.progress.agent : undefined);
    if (!agent) return main(event);
    const own = subagents.get(agent.id) ?? timelineOfAgent(() => cwd);
    subagents.set(agent.id, own);
    const name = `${agent.type} ${agent.id.slice(0, 4)} > `;
    return own(event).map((rows) => rows.replaceAll(/^/gm, name));
  };
}

/** The lines of one agent: several may run at the same time. */
function timelineOfAgent(cwd: () => string): (event: AgentEvent) => readonly string[] {
  const open = new Map<string, Of<"tool-started">>();
  /** Calls of the model that have no result yet. */
  const asked = new Map<string, Call>();
  let runs: readonly EndedRun[] = [];
  let skipped: readonly SkippedHook[] = [];
  let outcomes: readonly Outcome[] = [];
  /** The call whose line was printed last. */
  let shown: string | undefined;
  /** Open calls whose line was printed. */
  const printed = new Set<string>();
  /** Whether several calls have been open at once since none was open. */
  let mixed = false;
  /** Paths in the session's folder are shown relative to it. */
  const fromFolder = (text: string) => {
    const folder = cwd().endsWith("/") ? cwd() : `${cwd()}/`;
    return folder === "/" ? text : text.replaceAll(folder, "./");
  };
  /** With another mark, the line of a call that was printed before, above what follows of it. */
  const callRow = ({ name, input }: Call, mark: "→" | "…" = "→"): string =>
    row("model", short(`${mark} ${name} ${fromFolder(JSON.stringify(input))}`));

  function outcome({ outcome }: Of<"outcome">): readonly string[] {
    if (events[outcome.event].isAboutTool && open.size > 0) {
      outcomes = [...outcomes, outcome];
      return [];
    }
    const rows = outcomeRows(outcome, { runs, skipped });
    runs = runs.filter(({ event }) => event !== outcome.event);
    skipped = skipped.filter(({ event }) => event !== outcome.event);
    return rows;
  }

  function started(call: Of<"tool-started">): readonly string[] {
    asked.delete(call.id);
    open.set(call.id, call);
    mixed ||= open.size > 1;
    if (mixed) return [];
    shown = call.id;
    printed.add(call.id);
    return [callRow(call)];
  }

  function ended(event: Of<"tool-ended">): readonly string[] {
    const call = open.get(event.id);
    const isOwn = ({ subject }: EndedRun | SkippedHook) => !mixed || subject === event.name;
    const own = { runs: runs.filter(isOwn), skipped: skipped.filter(isOwn) };
    const lines = [
      ...(call && shown !== event.id ? [callRow(call, printed.has(event.id) ? "…" : "→")] : []),
      ...outcomes.flatMap((one) => outcomeRows(one, own, call?.input)),
      row(event.ran ? "tool" : "refused", firstLines(fromFolder(resultText(event.text, outcomes)))),
    ];
    open.delete(event.id);
    printed.delete(event.id);
    outcomes = [];
    shown = event.id;
    if (open.size > 0) return lines;
    mixed = false;
    runs = runs.filter((run) => !events[run.event].isAboutTool);
    skipped = skipped.filter((one) => !events[one.event].isAboutTool);
    return lines;
  }

  /** E17: no event is fired for an invalid call. */
  function user({ message, synthetic }: Of<"user">): readonly string[] {
    const results = message.content.flatMap((block) => {
      const call = block.type === "tool_result" ? asked.get(block.tool_use_id) : undefined;
      if (block.type !== "tool_result" || !call) return [];
      return [callRow(call), row("invalid", firstLines(fromFolder(block.content)))];
    });
    asked.clear();
    return synthetic ? results : textRows("user", message.content);
  }

  function assistant({ message, shown = message }: Of<"assistant">): readonly string[] {
    for (const block of message.content) if (block.type === "tool_use") asked.set(block.id, block);
    return textRows("model", shown.content);
  }

  return (event) => {
    switch (event.type) {
      case "user":
        return user(event);
      case "assistant":
        return assistant(event);
      case "hook":
        if (event.progress.type === "run-ended") runs = [...runs, event.progress];
        if (event.progress.type === "run-skipped") skipped = [...skipped, event.progress];
        return [];
      case "outcome":
        return outcome(event);
      case "tool-started":
        return started(event);
      case "tool-ended":
        return ended(event);
      case "compacted": {
        const { trigger, preTokens, postTokens, agent } = event;
        const whose = agent === undefined ? "" : `${agent.type}, `;
        return [
          row("compact", `${whose}${trigger}: about ${preTokens} tokens became ${postTokens}`),
        ];
      }
      case "result":
        return [row("end", endInWords(event.result))];
      default:
        return [];
    }
  };
}

const endInWords = ({ terminalReason }: Of<"result">["result"]): string =>
  terminalReason.startsWith("aborted_") ? "interrupted" : terminalReason;

const textRows = (
  who: string,
  content: readonly { readonly type: string; readonly text?: string }[],
): readonly string[] =>
  content.flatMap(({ type, text }) =>
    type === "text" && text && !hookText.test(text) ? [row(who, text)] : [],
  );

/** The result alone: texts from hooks, and who refused the call, are shown with the hooks. */
function resultText(text: string, outcomes: readonly Outcome[]): string {
  const [result = ""] = text.split('\n\n<hook event="');
  return outcomes
    .flatMap(({ decidedBy }) => decidedBy)
    .reduce((rest, { label }) => rest.replaceAll(`[${label}]: `, ""), result);
}
