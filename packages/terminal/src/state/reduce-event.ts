import type { AgentEvent } from "@snaphook/agent";
import type { Note } from "./entry.ts";
import { noticeNote, outcomeNotes } from "./hook-notes.ts";
import { settlePrompt, withPendingPrompt } from "./pending-prompt.ts";
import { withAgentEvent, withBackgroundTask, withoutAgents } from "./running-agents.ts";
import { runningHooks } from "./running-hooks.ts";
import type { RunningCall, ScreenState } from "./screen-state.ts";
import { cutLine, shortNote, shortText } from "./short-text.ts";
import { splitAnswer } from "./split-answer.ts";
import { toolEntry } from "./tool-entry.ts";
import { withDetail } from "./turn-details.ts";
import { withEntry } from "./with-entry.ts";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/** What an event of the agent changes on the screen. Pure; `now` is in milliseconds. */
export function reduceEvent(before: ScreenState, event: AgentEvent, now: number): ScreenState {
  const details = withDetail(before.details, event);
  const state = details === before.details ? before : { ...before, details };
  if (event.type === "hook")
    return { ...state, hooks: runningHooks(state.hooks, event.progress, now) };
  // The details have it; here it would be noise for someone who chose the profile.
  if (event.type === "notice" && event.isDivergence) return state;
  if (event.agent) return ofSubagent(state, event, now);
  switch (event.type) {
    case "text-delta":
      return withAnswer(endThinking(settlePrompt(state)), state.answer + event.text);
    case "answer-part":
      return withPart(state, event);
    case "assistant":
      return withAssistant(endAnswer(endThinking(settlePrompt(state))), event);
    case "tool-started":
      return withCall(state, event, now);
    case "tool-not-started":
      return withUnstartedCall(state, event);
    case "tool-ended":
      return endCall(state, event, now);
    case "outcome":
      return withOutcome(state, event);
    case "notice":
      return withNotice(state, event);
    case "result":
      return withResult(state, event);
    default:
      return ofSession(state, event, now);
  }
}

/** Events of a subagent change its line. Only what its hooks tell the user is shown. */
function ofSubagent(state: ScreenState, event: AgentEvent, now: number): ScreenState {
  const next = withAgentEvent(state, event, now);
  if (event.type !== "notice") return next;
  const note = noticeNote(event, undefined);
  const text = `[${event.agent?.type}] ${note.text}`;
  return isRepeated(next, text) ? next : withEntry(next, { kind: "hook", ...note, text });
}

/** A hook that fails on each call of a subagent is reported once in a turn; the details have every time. */
function isRepeated({ entries, pending }: ScreenState, text: string): boolean {
  const start = entries.findLastIndex(({ kind }) => kind === "prompt");
  return [...entries.slice(start + 1), ...(pending?.behind ?? [])].some(
    (entry) => entry.kind === "hook" && entry.text === text,
  );
}

/** Events around the conversation. */
function ofSession(state: ScreenState, event: AgentEvent, now: number): ScreenState {
  switch (event.type) {
    case "init":
      return withBeginning(state, event);
    case "typed-command-started": {
      const call = { id: event.id, name: "!", input: { command: event.command } };
      return withCall(settlePrompt(state), call, now);
    }
    case "typed-command-ended": {
      const text = shortText(event.text, maxOutputLines);
      const calls = state.calls.filter(({ id }) => id !== event.id);
      return withEntry({ ...state, calls }, { kind: "output", isError: event.isError, text });
    }
    case "queued-sent": {
      const text = event.prompts.join("\n");
      return event.beginsTurn
        ? withPendingPrompt(state, text)
        : withEntry(settlePrompt(state), { kind: "prompt", text });
    }
    case "task-started":
      return withBackgroundTask(state, event, now);
    case "task-ended":
      return withTaskEnd(state, event);
    case "retry": {
      const { attempt, maxRetries, delayMs, reason } = event;
      const wait = Math.ceil(delayMs / 1000);
      const activity = `asking the model again in ${wait} s (${attempt} of ${maxRetries}): ${reason}`;
      // What arrived of the answer arrives again.
      return { ...state, answer: "", thinking: "", activity };
    }
    case "compacting":
      return { ...state, activity: "compacting the conversation" };
    case "compacting-ended":
      return { ...state, activity: undefined };
    case "compacted": {
      const { trigger, preTokens, postTokens } = event;
      // The answer of /compact says it.
      if (trigger === "manual") return { ...state, contextTokens: postTokens };
      const text = `the conversation was compacted: about ${tokens(preTokens)} tokens became ${tokens(postTokens)}`;
      return withEntry(settlePrompt({ ...state, contextTokens: postTokens }), {
        kind: "notice",
        level: "info",
        text,
      });
    }
    default:
      return state;
  }
}

/** A conversation begins; what hooks said about the end of the one before stays on the screen. */
function withBeginning(state: ScreenState, { source }: Of<"init">): ScreenState {
  const begun = { ...state, contextTokens: undefined };
  if (source !== "clear") return begun;
  const text = "conversation cleared; /resume shows earlier ones";
  return withEntry(settlePrompt({ ...begun, clearedAt: state.entries.length }), {
    kind: "notice",
    level: "info",
    text,
  });
}

const maxOutputLines = 20;
const tokens = (count: number): string => count.toLocaleString("en");

function newCall(
  { id, name, input, inputForHooks = input }: Parameters<typeof withCall>[1],
  since: number,
): RunningCall {
  return { id, name, input, inputForHooks, since, notes: [], decisions: {} };
}

const withCall = (
  state: ScreenState,
  call: Pick<RunningCall, "id" | "name" | "input"> & { readonly inputForHooks?: unknown },
  now: number,
): ScreenState => ({
  ...state,
  activity: undefined,
  calls: [...state.calls, newCall(call, now)],
});

/** E17: it is shown as a call that did not run, with the reason. */
function withUnstartedCall(state: ScreenState, event: Of<"tool-not-started">): ScreenState {
  const { name, input, text } = event;
  const why: Note = { level: "warning", text: `not run: ${shortNote(text)}`, saysWhy: true };
  const call = { name, input, text, ran: false, isError: true, notes: [why] };
  return withEntry({ ...state, activity: undefined }, toolEntry(call, state.session?.cwd ?? ""));
}

function endCall(state: ScreenState, event: Of<"tool-ended">, now: number): ScreenState {
  const call = state.calls.find(({ id }) => id === event.id);
  const calls = state.calls.filter((one) => one !== call);
  const rest = withoutAgents(
    state,
    ({ parentCallId, inBackground }) => parentCallId === event.id && !inBackground,
  );
  const notes = call?.notes ?? [];
  const durationMs = call ? now - call.since : 0;
  const ended = { ...event, input: call?.input, notes, durationMs };
  return withEntry({ ...rest, calls }, toolEntry(ended, state.session?.cwd ?? ""));
}

function withOutcome(state: ScreenState, { outcome, callId }: Of<"outcome">): ScreenState {
  const call = state.calls.find(({ id }) => id === callId);
  const notes = outcomeNotes(outcome, call);
  if (call) {
    const decisions = { ...call.decisions, [outcome.event]: outcome.action };
    const inputForHooks = "input" in outcome ? outcome.input : call.inputForHooks;
    const next = { ...call, decisions, inputForHooks, notes: [...call.notes, ...notes] };
    return changeCall(state, next);
  }
  return notes.reduce<ScreenState>(
    (next, note) => withEntry(next, { kind: "hook", ...note }),
    state,
  );
}

/** A notice about a call is shown with it; one of another hook hangs under what it followed. */
function withNotice(state: ScreenState, notice: Of<"notice">): ScreenState {
  const call = state.calls.find(({ id }) => id === notice.callId);
  const note = noticeNote(notice, call);
  if (call) return changeCall(state, { ...call, notes: [...call.notes, note] });
  if (!state.session) return { ...state, startNotes: [...state.startNotes, note] };
  if (!notice.message) return withEntry(state, { kind: "notice", ...note });
  return withEntry(state, { kind: "hook", ...note, isReason: notice.message.kind === "reason" });
}

const changeCall = (state: ScreenState, call: RunningCall): ScreenState => ({
  ...state,
  calls: state.calls.map((one) => (one.id === call.id ? call : one)),
});

function withTaskEnd(state: ScreenState, { task, how }: Of<"task-ended">): ScreenState {
  const summary = cutLine(how.summary.split(/\n+/).slice(0, 2).join(" ").trim());
  const what = task.kind === "agent" ? `agent ${task.agentType ?? ""}`.trim() : "command";
  const text = `${what} in the background ${how.status}: ${task.description}${summary === "" ? "" : ` · ${summary}`}`;
  const level = how.status === "failed" ? "warning" : "info";
  const commands = state.commands.filter((id) => id !== task.id);
  return withEntry(
    withoutAgents({ ...state, commands }, ({ id }) => id === task.id),
    { kind: "notice", level, text },
  );
}

function withResult(state: ScreenState, { result }: Of<"result">): ScreenState {
  const ended: ScreenState = {
    ...withoutAgents(endAnswer(endThinking(state)), ({ inBackground }) => !inBackground),
    calls: [],
    activity: undefined,
    lastResult: result,
  };
  if (interrupted.includes(result.terminalReason))
    return withEntry(ended, {
      kind: "notice",
      level: "warning",
      text: "interrupted; say what to do instead",
    });
  return result.errors.reduce<ScreenState>(
    (one, text) => withEntry(one, { kind: "notice", level: "error", text }),
    ended,
  );
}

const interrupted: readonly string[] = ["aborted_tools", "aborted_streaming"];

function withAssistant(state: ScreenState, { usage }: Of<"assistant">): ScreenState {
  const contextTokens = Object.values(usage).reduce((sum, part) => sum + part, 0);
  return { ...state, activity: undefined, ...(contextTokens > 0 && { contextTokens }) };
}

/** Only thinking is taken from the parts: texts arrive as deltas. */
function withPart(state: ScreenState, { part }: Of<"answer-part">): ScreenState {
  if (part.type !== "content_block_delta" || part.delta.type !== "thinking_delta") return state;
  return { ...settlePrompt(state), thinking: state.thinking + part.delta.thinking };
}

function endThinking(state: ScreenState): ScreenState {
  if (state.thinking === "") return state;
  const text = shortText(state.thinking, 3);
  const next = { ...state, thinking: "" };
  return text.lines.length === 0 ? next : withEntry(next, { kind: "thinking", text });
}

/** The blocks of an answer that are complete become part of the conversation, so that what still changes stays short. */
function withAnswer(state: ScreenState, answer: string): ScreenState {
  const { complete, rest } = splitAnswer(answer);
  const next = { ...state, answer: rest, activity: undefined };
  return complete === "" ? next : withEntry(next, { kind: "answer", markdown: complete });
}

function endAnswer(state: ScreenState): ScreenState {
  if (state.answer.trim() === "") return { ...state, answer: "" };
  return withEntry({ ...state, answer: "" }, { kind: "answer", markdown: state.answer });
}
