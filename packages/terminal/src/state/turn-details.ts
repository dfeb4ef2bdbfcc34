import type { AgentEvent } from "@snaphook/agent";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;
type Progress = Of<"hook">["progress"];
export type EndedRun = Extract<Progress, { readonly type: "run-ended" }>["run"];
export type Outcome = Of<"outcome">["outcome"];

/** One run of a hook. */
interface RunDetail {
  readonly runId: string;
  readonly label: string;
  /** Undefined while it runs. */
  readonly run: EndedRun | undefined;
  /** The command that fires its event again. */
  readonly repeat?: string;
  /** It continued in the background, and ended there. */
  readonly endedInBackground?: true;
}

/** The hooks of one event. */
export interface EventDetail {
  readonly kind: "event";
  readonly event: Progress["event"];
  readonly subject: string | undefined;
  readonly callId: string | undefined;
  readonly agent: string | undefined;
  readonly runs: readonly RunDetail[];
  /** Hooks that the event selects and that did not run. */
  readonly skipped: readonly { readonly label: string; readonly because: string }[];
  readonly outcome: Outcome | undefined;
}

/** A call with its whole result. */
export interface CallDetail {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly inputForHooks: unknown;
  readonly agent: string | undefined;
  readonly end: Pick<Of<"tool-ended">, "ran" | "isError" | "text"> | undefined;
  /** E17: it ended before its hooks. */
  readonly isNotStarted?: true;
}

/** A message to the user that no hook wrote. */
export interface NoticeDetail {
  readonly kind: "notice";
  readonly level: Of<"notice">["level"];
  readonly text: string;
  readonly details: readonly string[];
}

export type DetailItem = EventDetail | CallDetail | NoticeDetail;

export interface TurnDetails {
  readonly id: number;
  /** The prompt. */
  readonly title: string;
  readonly items: readonly DetailItem[];
  /** Items at the beginning that were dropped to save memory. */
  readonly droppedItems: number;
}

/** The last turns, with everything that their hooks and calls did. */
export interface DetailsLog {
  readonly turns: readonly TurnDetails[];
  /** Earlier turns that were dropped to save memory. */
  readonly droppedTurns: number;
}

/** What is kept at most: turns, and characters of all of them. */
const maxTurns = 50;
const maxSize = 4_000_000;
const maxTitle = 200;

/** What hooks do before the first prompt belongs to the start. */
export const noDetails: DetailsLog = {
  turns: [{ id: 0, title: "start of the session", items: [], droppedItems: 0 }],
  droppedTurns: 0,
};

export function beginTurn(log: DetailsLog, prompt: string | undefined): DetailsLog {
  const id = (log.turns.at(-1)?.id ?? 0) + 1;
  const title = (prompt ?? "what ended in the background").slice(0, maxTitle);
  return limited({ ...log, turns: [...log.turns, { id, title, items: [], droppedItems: 0 }] });
}

/** The log after an event. */
export function withDetail(log: DetailsLog, event: AgentEvent): DetailsLog {
  switch (event.type) {
    case "hook":
      return withProgress(log, event.progress);
    case "queued-sent":
      return event.beginsTurn ? beginTurn(log, event.prompts.join("\n")) : log;
    case "outcome":
      return withOutcome(log, event);
    case "tool-started":
      return add(log, newCall(event));
    case "tool-not-started": {
      const end = { ran: false, isError: true, text: event.text };
      return add(log, { ...newCall(event), end, isNotStarted: true });
    }
    case "tool-ended": {
      const { id, ran, isError, text } = event;
      return change(
        log,
        (item) => item.kind === "call" && item.id === id && item.end === undefined,
        (item) => ({ ...item, end: { ran, isError, text } }) as CallDetail,
      );
    }
    case "notice": {
      const { level, text, message, details = [] } = event;
      return message ? log : add(log, { kind: "notice", level, text, details });
    }
    default:
      return log;
  }
}

const newCall = (
  event: Pick<Of<"tool-started">, "id" | "name" | "input" | "inputForHooks" | "agent">,
): CallDetail => ({
  kind: "call",
  id: event.id,
  name: event.name,
  input: event.input,
  inputForHooks: event.inputForHooks ?? event.input,
  agent: event.agent?.type,
  end: undefined,
});

function withProgress(log: DetailsLog, progress: Progress): DetailsLog {
  const { runId, hook } = progress;
  const ofRun = (item: DetailItem) =>
    item.kind === "event" && item.runs.some((run) => run.runId === runId);
  const ended = (run: EndedRun, more: Pick<RunDetail, "endedInBackground" | "repeat"> = {}) =>
    change(log, ofRun, (item) => {
      const event = item as EventDetail;
      return {
        ...event,
        runs: event.runs.map((one) => (one.runId === runId ? { ...one, run, ...more } : one)),
      };
    });
  switch (progress.type) {
    case "run-started":
      return changeEvent(log, progress, (item) => ({
        ...item,
        runs: [...item.runs, { runId, label: hook.label, run: undefined }],
      }));
    case "run-skipped":
      return changeEvent(log, progress, (item) => ({
        ...item,
        skipped: [...item.skipped, { label: hook.label, because: progress.because }],
      }));
    case "run-ended":
      return ended(progress.run, progress.repeat === undefined ? {} : { repeat: progress.repeat });
    case "background-ended":
      return ended(progress.run, { endedInBackground: true });
    case "run-output":
      return log;
  }
}

function withOutcome(log: DetailsLog, { outcome, callId, agent }: Of<"outcome">): DetailsLog {
  const isIts = (item: DetailItem) =>
    item.kind === "event" &&
    item.outcome === undefined &&
    item.event === outcome.event &&
    (item.callId === undefined || callId === undefined || item.callId === callId) &&
    item.agent === agent?.type;
  return change(log, isIts, (item) => {
    const event = item as EventDetail;
    // The input of some events does not name the call.
    return { ...event, outcome, callId: event.callId ?? callId };
  });
}

/** The item of the event to which a run belongs: one whose outcome is not known yet, or a new one. */
function changeEvent(
  log: DetailsLog,
  { event, subject, toolUseId, agent }: Progress,
  next: (item: EventDetail) => EventDetail,
): DetailsLog {
  const isIts = (item: DetailItem) =>
    item.kind === "event" &&
    item.outcome === undefined &&
    item.event === event &&
    item.subject === subject &&
    item.callId === toolUseId &&
    item.agent === agent?.type;
  if (last(log)?.items.some(isIts)) return change(log, isIts, (item) => next(item as EventDetail));
  const empty: EventDetail = {
    kind: "event",
    event,
    subject,
    callId: toolUseId,
    agent: agent?.type,
    runs: [],
    skipped: [],
    outcome: undefined,
  };
  return add(log, next(empty));
}

const last = ({ turns }: DetailsLog): TurnDetails | undefined => turns.at(-1);

function add(log: DetailsLog, item: DetailItem): DetailsLog {
  const turn = last(log);
  if (!turn) return log;
  return limited({
    ...log,
    turns: [...log.turns.slice(0, -1), { ...turn, items: [...turn.items, item] }],
  });
}

/** Changes the last item that fits, in the newest turn that has one: a background hook may end in a later turn. */
function change(
  log: DetailsLog,
  fits: (item: DetailItem) => boolean,
  next: (item: DetailItem) => DetailItem,
): DetailsLog {
  const turnAt = log.turns.findLastIndex(({ items }) => items.some(fits));
  const turn = log.turns[turnAt];
  if (!turn) return log;
  const itemAt = turn.items.findLastIndex(fits);
  const items = turn.items.with(itemAt, next(turn.items[itemAt] as DetailItem));
  return limited({ ...log, turns: log.turns.with(turnAt, { ...turn, items }) });
}

/** Drops the oldest turns, and of the newest one the oldest items, until the rest is small enough. */
function limited(log: DetailsLog): DetailsLog {
  let { turns, droppedTurns } = log;
  let size = turns.reduce((sum, turn) => sum + sizeOfTurn(turn), 0);
  while (turns.length > 1 && (turns.length > maxTurns || size > maxSize)) {
    size -= sizeOfTurn(turns[0] as TurnDetails);
    turns = turns.slice(1);
    droppedTurns += 1;
  }
  while (size > maxSize && (turns[0]?.items.length ?? 0) > 1) {
    const [turn] = turns as [TurnDetails];
    size -= sizeOf(turn.items[0] as DetailItem);
    turns = [{ ...turn, items: turn.items.slice(1), droppedItems: turn.droppedItems + 1 }];
  }
  return turns === log.turns ? log : { turns, droppedTurns };
}

const sizes = new WeakMap<object, number>();

/** Computed once for each value: values do not change. */
function remembered<Value extends object>(value: Value, compute: (value: Value) => number): number {
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const size = compute(value);
  sizes.set(value, size);
  return size;
}

const sizeOfTurn = (turn: TurnDetails): number =>
  remembered(turn, ({ items }) => items.reduce((sum, item) => sum + sizeOf(item), 0));

const sizeOf = (item: DetailItem): number => remembered(item, computeSize);

function computeSize(item: DetailItem): number {
  if (item.kind === "notice")
    return item.details.reduce((sum, text) => sum + text.length, item.text.length);
  if (item.kind === "call")
    return JSON.stringify(item.input ?? "").length + (item.end?.text.length ?? 0);
  const runs = item.runs.map(({ run }) =>
    run ? run.stdout.text.length + run.stderr.text.length : 0,
  );
  const messages = item.outcome?.messages.map(({ text }) => text.length) ?? [];
  return [...runs, ...messages].reduce((sum, size) => sum + size, 0);
}
