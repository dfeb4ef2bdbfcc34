import type { AgentEvent } from "@snaphook/agent";
import type { Message, Outcome } from "@snaphook/engine";
import type { HookRun } from "@snaphook/engine/internal";
import { reduce, type ScreenAction } from "../state/reduce.ts";
import { initialState, type ScreenState } from "../state/screen-state.ts";

type Progress = Extract<AgentEvent, { readonly type: "hook" }>["progress"];
type EventName = Progress["event"];

/** A hook of the user's settings, by its command. */
export const hookNamed = (label: string) => ({ id: `id of ${label}`, label });

export interface TestedRun {
  readonly label: string;
  readonly event?: EventName;
  readonly subject?: string;
  readonly callId?: string;
  readonly runId?: string;
  readonly statusMessage?: string;
}

const described = ({ label, event = "PreToolUse", subject, callId, runId = label }: TestedRun) => ({
  event,
  subject: subject ?? "Bash",
  hook: hookNamed(label),
  handlerType: "command" as const,
  runId,
  ...(callId !== undefined && { toolUseId: callId }),
});

export const hookStarted = (run: TestedRun): AgentEvent => ({
  type: "hook",
  progress: { type: "run-started", ...described(run), statusMessage: run.statusMessage },
});

const captured = (text: string): HookRun["stdout"] => ({
  text,
  bytes: text.length,
  complete: true,
});

/** How a run ended, with what it printed. */
export function endedRun(
  { label, event = "PreToolUse" }: TestedRun,
  {
    end = { how: "exited", code: 0 },
    stdout = "",
    stderr = "",
    durationMs = 12,
  }: {
    readonly end?: HookRun["end"];
    readonly stdout?: string;
    readonly stderr?: string;
    readonly durationMs?: number;
  } = {},
): HookRun {
  const hook = {
    ...hookNamed(label),
    event,
    origin: { scope: "user", root: undefined, needsTrust: false, owner: undefined },
    matcher: { pattern: "Bash", kind: "names", names: ["Bash"], test: () => "matches" },
    handler: { type: "command", command: label },
    condition: undefined,
    group: { key: "0", sequential: false },
    source: { file: "/settings/user.json", line: 7, column: 1, path: "hooks" },
    dormant: undefined,
  } as HookRun["planned"]["hook"];
  return {
    planned: { order: 0, hook, handler: hook.handler, limitMs: 1000 },
    startedAt: "2030-01-01T00:00:00.000Z",
    durationMs,
    end,
    stdout: captured(stdout),
    stderr: captured(stderr),
    notes: [],
  };
}

export const hookEnded = (
  run: TestedRun,
  {
    repeat,
    ...how
  }: NonNullable<Parameters<typeof endedRun>[1]> & { readonly repeat?: string } = {},
): AgentEvent => ({
  type: "hook",
  progress: {
    type: "run-ended",
    ...described(run),
    run: endedRun(run, how),
    ending: "success",
    recorded: "success",
    ...(repeat === undefined ? {} : { repeat }),
  },
});

/** The outcome of the hooks of an event; by default they have no opinion about a call. */
export const outcomeOf = (
  outcome: Partial<Outcome> & Readonly<Record<string, unknown>>,
  callId?: string,
): AgentEvent => ({
  type: "outcome",
  outcome: {
    event: "PreToolUse",
    kind: "tool-call",
    action: "proceed",
    permission: "undecided",
    turn: "continue",
    input: {},
    messages: [],
    decidedBy: [],
    overruled: [],
    divergence: undefined,
    fields: {},
    ...outcome,
  } as Outcome,
  ...(callId !== undefined && { callId }),
});

/** What a hook tells the user. */
export const said = (
  label: string,
  kind: Message["kind"],
  text: string,
  about: { readonly event?: EventName; readonly callId?: string } = {},
): AgentEvent => ({
  type: "notice",
  level: "warning",
  text,
  message: { audience: "user", kind, text, hook: hookNamed(label) },
  event: "PreToolUse",
  ...about,
});

export const callStarted = (
  id: string,
  name: string,
  input: unknown,
  more: Partial<Extract<AgentEvent, { readonly type: "tool-started" }>> = {},
): AgentEvent => ({ type: "tool-started", id, name, input, ...more });

export const callEnded = (
  id: string,
  name: string,
  text: string,
  more: Partial<Extract<AgentEvent, { readonly type: "tool-ended" }>> = {},
): AgentEvent => ({ type: "tool-ended", id, name, ran: true, isError: false, text, ...more });

export const callNotStarted = (
  id: string,
  name: string,
  input: unknown,
  text: string,
): AgentEvent => ({ type: "tool-not-started", id, name, input, text });

/** The state after events, each a second after the one before; the session is open. */
export function stateAfter(
  events: readonly (AgentEvent | Exclude<ScreenAction, { readonly type: "event" }>)[],
  from: ScreenState = openState,
): ScreenState {
  return events.reduce<ScreenState>(
    (state, one, index) =>
      reduce(state, isAction(one) ? one : { type: "event", event: one }, (index + 1) * 1000),
    from,
  );
}

const actions: readonly string[] = [
  "turn-started",
  "turn-ended",
  "session",
  "view",
  "entry",
  "redraw",
];

const isAction = (
  one: AgentEvent | ScreenAction,
): one is Exclude<ScreenAction, { readonly type: "event" }> => actions.includes(one.type);

const openState: ScreenState = {
  ...initialState,
  session: {
    id: "s",
    model: "claude-test",
    cwd: "/project",
    permissionMode: "default",
    profile: "reference",
  },
};
