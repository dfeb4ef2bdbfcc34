import { wordsOf } from "./ended-in-words.ts";
import type { PlacedEvent } from "./placed-event.ts";
import { isRefusal, wordFor } from "./record-changes.ts";
import type { TimelineRun } from "./timeline.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A transcript knows which hooks ran, for how long, and who decided; what they printed is only in a trace. */
const onlyInTrace = "a transcript does not say how the hook was started: use a trace";

/** Collects the hook records of a transcript into events. `undefined`: this is not a line of a transcript. */
export function transcriptReader() {
  let waiting: readonly Fields[] = [];
  let prompt: string | undefined;

  /** The event of the runs that wait, with the outcome if the transcript has one. */
  function take(outcome?: Fields): readonly PlacedEvent[] {
    const runs = waiting;
    waiting = [];
    const last = outcome ?? runs.at(-1);
    if (!last) return [];
    const decidedBy = Array.isArray(outcome?.["decided_by"]) ? outcome["decided_by"] : [];
    const action = textOf(outcome?.["action"]) ?? "none recorded";
    const word = wordFor(action);
    const ran = runs.map((run) => timelineRun(run, decidedBy, word));
    const endMs = Math.max(timeOf(last), ...ran.map((run) => run.startMs + run.durationMs));
    const startMs = Math.min(timeOf(last), ...ran.map((run) => run.startMs));
    const placed = {
      session: String(last["session_id"]),
      promptId: undefined,
      prompt,
      event: {
        event: String(last["event"]),
        subject: "",
        agent: null,
        toolUseId: null,
        startMs,
        durationMs: endMs - startMs,
        action,
        changed: decidedBy.length > 0 || isRefusal(action) ? [word] : [],
        runs: ran,
        skipped: [],
        messages: [],
        input: {},
        lost: 0,
      },
    };
    prompt = undefined;
    return [placed];
  }

  return {
    /** Takes one line; returns events that are complete with it. */
    read(line: Fields): readonly PlacedEvent[] | undefined {
      const { type, subtype } = line;
      if (typeof type !== "string" || Number.isNaN(timeOf(line))) return undefined;
      if (type === "hook" && subtype === "outcome") return take(line);
      if (type !== "hook") {
        const before = take();
        if (type === "user" && line["synthetic"] !== true) prompt = promptOf(line) ?? prompt;
        return before;
      }
      const before = waiting[0]?.["event"] === line["event"] ? [] : take();
      waiting = [...waiting, line];
      return before;
    },
    end: () => take(),
  };
}

function timelineRun(run: Fields, decidedBy: readonly unknown[], word: string): TimelineRun {
  const durationMs = typeof run["duration_ms"] === "number" ? run["duration_ms"] : 0;
  const exitCode = typeof run["exit_code"] === "number" ? run["exit_code"] : null;
  return {
    id: String(run["hook_id"]),
    label: String(run["label"]),
    type: "",
    source: "",
    startMs: timeOf(run) - durationMs,
    durationMs,
    ended: exitCode === null ? wordsOf(String(run["end"])) : `exit ${exitCode}`,
    exitCode,
    decision: "",
    changed: decidedBy.includes(run["hook_id"]) ? [word] : [],
    failure: run["ending"] === "non-blocking-error" ? "why is not in a transcript" : null,
    notes: [],
    stdout: "",
    stderr: "",
    repeat: null,
    repeatNote: onlyInTrace,
  };
}

const timeOf = (line: Fields): number => Date.parse(String(line["timestamp"]));

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

/** The user's own text is the last one of a message; texts of hooks come before it. */
function promptOf({ message }: Fields): string | undefined {
  const content: unknown =
    typeof message === "object" && message !== null && "content" in message ? message.content : "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts: readonly { readonly text?: unknown }[] = content.filter(
    (block) => block?.type === "text",
  );
  return textOf(texts.at(-1)?.text);
}
